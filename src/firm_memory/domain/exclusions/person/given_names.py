"""Given names in Latin letters that hardly mean anything else to engineers.

A name that is also a word, a place, a firm or a technology (Grace, Mark, Paris, Morgan, Jenkins, Julia) is not
here: the rules on what is said of a person find those by what is said.
"""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.person.given_names_further import FURTHER_NAMES
from firm_memory.domain.exclusions.person.given_names_rarer import RARER_NAMES

_ENGLISH: Final = """
Aaron Abby Abigail Adrian Agatha Agnes Aidan Alan Albert Alec Alex Alexandra Alfred Alice Alicia Alison Allison Alyssa
Amanda Amelia Amy Andrea Andrew Andy Angela Angus Anita Ann Anna Anne Annie Anthony Antonia Arnold Arthur Ashley
Audrey Barbara Barry Beatrice Becky Benjamin Bernard Bernice Bert Beth Bethany Betty Beverly Bob Bobby Bonnie Brandon
Brenda Brent Brett Brian Briana Bridget Bruce Bryan Bryce Caitlin Caleb Calvin Cameron Candice Carl Carla Carly
Caroline Carolyn Catherine Cathy Cecilia Cheryl Chloe Chris Christian Christina Christine Christopher Cindy Claire
Clarence Claudia Clayton Clifford Clive Colin Colleen Connor Corey Courtney Craig Curtis Cynthia Dan Dana Daniel
Danielle Danny Darren Dave David Deborah Debbie Debra Deirdre Delia Denise Dennis Derek Desmond Diana Diane Dominic
Donald Donna Doris Dorothy Doug Douglas Duncan Dustin Dwayne Eddie Edgar Edith Edmund Edwin Eileen Elaine Eleanor Eli
Elijah Elizabeth Ella Ellen Ellie Elliot Elliott Elsie Emily Emma Eric Erica Erik Erin Ernest Esther Ethan Ethel
Eugene Evan Evelyn Fiona Fred Freddy Frederick Gabriel Gareth Garrett Gary Gavin Gemma Geoff Geoffrey George Gerald
Geraldine Gerard Gillian Gina Gladys Glen Glenn Gloria Greg Gregory Gretchen Gwen Hannah Harold Harriet Harry Harvey
Hayley Heather Hector Heidi Helen Helena Herbert Hilary Holly Horace Howard Hugh Ian Imogen Irene Isaac Isabel
Isabella Isla Jackie Jacob Jake James Jamie Janet Janice Jared Jason Jean Jeff Jeffrey Jen Jenna Jennifer Jenny Jeremy
Jerome Jerry Jess Jesse Jessica Jill Jim Jimmy Joan Joanna Joanne Jodie Joe Joel Joey John Johnny Jon Jonah Jonathan
Joseph Josephine Josh Joshua Joyce Jude Judith Judy Julian Julie Justin Kara Karen Karl Katherine Kathleen Kathryn
Kathy Katie Kayla Keith Ken Kenneth Kerry Kevin Kieran Kimberly Kirsten Kirsty Kristen Kristin Kurt Kyle Larry Laura
Lauren Laurence Leah Leanne Leonard Leroy Leslie Lewis Liam Lillian Linda Lindsay Lisa Liz Lois Lorraine Louis Louise
Lucas Lucinda Lucy Luke Lydia Lynn Mabel Madeleine Malcolm Marcus Margaret Marge Maria Marian Marie Marilyn Marjorie
Marsha Martha Martin Marvin Mary Matt Matthew Maureen Maurice Megan Melanie Melissa Melvin Mia Michael Michelle Mick
Mike Mildred Millie Miriam Mitchell Moira Molly Monica Muriel Myra Nancy Naomi Natalie Natasha Nathan Nathaniel Neil
Nicholas Nick Nicola Nicole Nigel Noah Noel Nora Olivia Owen Pamela Patricia Patrick Paul Paula Pauline Peggy Pete
Peter Phil Philip Philippa Phillip Phoebe Phyllis Rachel Ralph Randall Randy Rebecca Reginald Rhys Richard Rick Ricky
Robert Roger Ronald Ronnie Rory Rosalind Rosemary Roxanne Ruth Ryan Sally Samantha Samuel Sandra Sara Sarah Scott Sean
Seth Shane Sharon Shaun Sheila Sherry Shirley Sian Sidney Simon Siobhan Sophia Sophie Stacey Stephanie Stephen Steve
Steven Stewart Stuart Susan Suzanne Sylvia Tabitha Tamara Tara Terence Teresa Terri Terry Thelma Theodore Theresa
Thomas Tiffany Tim Timothy Tina Todd Tom Tommy Toni Tony Tracey Tracy Trevor Trish Tristan Valerie Vanessa Vera
Veronica Vicky Vincent Vivian Walter Wanda Warren Wayne Wendy Wesley Wilma Winston Yvette Yvonne Zach Zachary Zoe
"""
_EUROPEAN: Final = """
Agnieszka Aleksandra Alejandra Alejandro Alessandro Alvaro Anders Andrei Andreas Andrzej Ania Aniela Anke Annika
Antoine Antonio Arnaud Arne Arturo Astrid Aurelie Bartosz Beata Bence Benoit Bernd Bianca Bjorn Björn Bogdan Boris
Branko Brigitte Camila Camille Carlos Catalin Cedric Céline Celine Chiara Christoph Claudio Cristian Cristina Dagmar
Damian Daniela Dario Dieter Dietmar Dirk Dominik Dorota Dragan Eduardo Elena Elif Elke Emeka Emilia Emilio Emil
Emmanuel Enrico Enrique Esteban Etienne Eva Ewa Fabian Fabio Federico Felipe Ferenc Fernanda Fernando Filip Florian
Francesca Francesco Francois François Franz Freja Frida Friedrich Fritz Gabriela Giacomo Giorgio Giovanni Giulia
Giuseppe Goran Gonzalo Gregor Grzegorz Guillaume Guillermo Gunnar Gunter Gunther Gustav Gustavo Hamish Hans Heike
Heinrich Heinz Helga Helmut Hendrik Henrik Holger Ignacio Igor Ilse Ines Inga Ingrid Irina Isabelle Istvan Ivan Ivana
Jakob Jakub Jana Janek Janos Jaroslav Javier Jens Jerzy Joao João Joachim Johan Johann Johanna Johannes Jonas Jorge
Jose José Josef Juan Juergen Jürgen Jurgen Kaja Karin Karol Karolina Kasia Katarina Katarzyna Katja Katrin Klaus
Konrad Krzysztof Lars Laszlo Leif Leonie Lena Lorena Lorenzo Luca Lucia Luciano Ludwig Luis Luisa Lukas Lukasz Maciej
Magda Magdalena Magnus Malgorzata Manfred Manuel Manuela Marcel Marcin Marco Marek Margarita Margit Mariana Marianne
Mario Marius Marko Markus Marta Martina Mateo Mateusz Mathieu Mathilde Matteo Matthias Maurizio Maximilian Michal
Miguel Mikael Mikkel Milena Milica Mirko Monika Niamh Nicolas Nikola Nikolaj Niklas Niels Nils Nuno Olaf Olivier Oskar
Pablo Paola Paolo Patrik Pawel Paweł Pedro Petr Petra Philippe Pierre Pilar Piotr Radek Radoslav Rafael Rafal Raquel
Raul Reiner Renata Renate Ricardo Roberto Rodrigo Rolf Ruben Rui Rudolf Sabine Sandrine Sebastian Sébastien Sergio
Severin Sigrid Silke Silvia Simone Slawomir Sonja Soren Søren Stefan Stefano Steffen Stéphane Susanne Sven Svenja
Szymon Tadeusz Thierry Thibault Thorsten Tobias Tomas Tomasz Torsten Ulrich Ulrike Urs Ursula Uwe Valentina Valentin
Vaclav Veronika Vesna Viola Vittorio Vlad Vojtech Wim Wojciech Wolfgang Xavier Yannick Yves Zbigniew Zdenek Zofia
Zoltan Zuzana Aoife Ciara Eoin
"""
_RUSSIAN: Final = """
Aleksandr Aleksei Aleksey Alexander Alexei Alexey Alina Alyona Anastasia Anatoly Andrey Anton Arkady Artem Artyom
Bogdana Daria Darya Denis Dima Dmitri Dmitrii Dmitriy Dmitry Egor Ekaterina Elizaveta Evgeni Evgenia Evgeny Fedor
Fyodor Galina Gennady Georgy Gleb Grigory Ilya Kirill Konstantin Ksenia Larisa Leonid Lyudmila Lyubov Maksim Masha
Mikhail Nadezhda Nastya Natalia Natalya Nikita Nikolai Nikolay Oksana Oleg Olga Pavel Polina Pyotr Ruslan Rustam Sasha
Semyon Sergei Sergey Stanislav Svetlana Taras Tatiana Tatyana Timur Ulyana Vadim Valery Varvara Vasily Viktor Viktoria
Vitaly Vladimir Vladislav Vyacheslav Yaroslav Yegor Yelena Yulia Yuri Yury Zhanna
"""
_NEVER_ALONE: Final = frozenset({"Raj", "Roman", "Ram", "Uma", "Uri", "Ama", "Ami", "Avi", "Bert", "Viola", "Chandra"})

GIVEN_NAMES: Final = tuple(
    sorted(set(f"{_ENGLISH}{_EUROPEAN}{_RUSSIAN}{FURTHER_NAMES}{RARER_NAMES}".split()) - _NEVER_ALONE)
)
