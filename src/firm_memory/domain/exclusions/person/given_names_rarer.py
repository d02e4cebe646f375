"""Given names in Latin letters that are at home in several countries, or common in one of them."""

from __future__ import annotations

from typing import Final

RARER_NAMES: Final = """
Aage Aaliyah Abbas Abdi Abdoulaye Abdullahi Abelardo Abigael Abner Abraham Abram Achille Achim Adalberto Adda Adeel
Adel Adelaida Adelbert Adele Adelia Adelina Adeline Adem Adeola Adewale Adil Adina Adolf Adolfo Adonis Adriane
Adrianna Adrianne Adriano Adrien Adrienne Adrián Agnese Agneta Agnès Agáta Aida Aideen Aiden Aileen Aili Ailis Aimée
Aina Aine Aisling Akif Alana Alberta Alberte Albertina Albertine Alberto Albin Albina Albína Alda Aldo Aleks
Aleksandar Alena Alessandra Aleta Alexandr Alexandru Alexej Alexia Alexis Aleš Alfie Alfons Alfonso Alfredo Algot
Aliaksandr Alida Alisa Alisha Alissa Alisson Alistair Alix Aliya Allan Almira Almus Alois Alondra Alonso Aloys Alphons
Alphonse Alphonsus Alvar Alvin Alwin Alwina Alwine Alzina Amado Amalia Amalie Amani Amaya Ambrose Amelie Aminata Amira
Amna Amparo Amélia Amélie Anabel Anabela Anabella Andra Andre Andreia Andrej Andri Andrii André Andréa Andrée Anes
Aneta Anett Anette Anežka Angelika Angelina Angeline Angelique Angelita Angelo Angie Angèle Angélique Anica Anisa
Anissa Anitha Anja Anka Annabel Annabell Annabella Annabelle Annalisa Annalise Annamaria Annamarie Anneke Annelie
Annemarie Annemie Annetta Annette Anni Annick Annikki Annita Anny Anouk Anselmo Antero Anto Antoinette Antonie
Antonietta Antonija Antonina Antonino Antonius Antony António Anum Aoi Apolonia Araceli Aracely Arian Ariana Ariane
Arie Ariel Arif Aris Aristide Arlene Arlette Arley Armand Armando Armida Arnaldo Arno Arnoldo Arnulfo Arsenio Arslan
Artan Artur Arvo Arzu Ashling Asim Asiman Assunta Atena Attila Aude Auguste Augustin Augustina Augustine Augusto Aurel
Aurelia Aurelio Aurore Axelle Aydan Ayden Ayleen Aynur Ayoub Aysel Ayten Ayub Azra Babar Babette Baldur Baldwin
Baltasar Baptiste Barbora Bartholomew Bartley Bayram Beatrix Belinda Benedict Benita Benito Benjamín Benny Benoît
Benta Bente Benthe Berat Berend Berenice Berit Bernadette Bernadine Bernarda Bernardo Berndt Bernhard Bernt Berta
Bertha Berthe Bertil Bertram Betina Bettina Beverley Beáta Bhavani Bheki Biagio Bianka Biljana Billy Birger Birgitta
Birte Birthe Blahoslav Blanca Blanche Blanka Blažena Bodil Bogumil Bogumila Bohumil Bohumila Bohumír Bohuslav Boleslav
Božena Brad Bradley Brahim Branislav Braulio Brayan Brendan Brien Brigid Brigita Brigitta Brit Brita Britta Bronagh
Bushra Bárbara Béatrice Bénédicte Caitriona Calogero Camilla Camilo Caren Carin Carina Carine Carlo Carlota Carlotta
Carmela Carmelita Carmelo Carmen Carmina Carol Carola Carole Carolin Carolina Carsten Casandra Catarina Caterina
Cathal Catharina Cathleen Cathrine Catrin Catrina Catriona Cecelia Cecile Cecilie Cecília Celeste Celestino Celina
Cesar Ceyhun Chandra Charlie Charline Charlotta Charly Charmaine Charo Cheikh Cheyenne Chitra Chloé Christa Christel
Christelle Christiana Christiane Christianne Christin Christof Christofer Christoffer Christophe Chukwudi Cillian
Cinthia Cipriano Ciro Citlali Clair Clara Clare Clarice Clarisa Clarissa Clarisse Claudette Claudie Claudine Claudius
Claudy Clemens Clemente Clementina Cliodhna Cliona Clodagh Cloe Clotilde Clémence Clémentine Colette Collette Collin
Colum Conal Conall Conan Concetta Connie Conny Conor Conrad Constance Constantin Consuela Coralie Corina Corine
Corinna Cornelia Cornelius Cory Cristiano Cristobal Cristofer Cristopher Csaba Ctibor Curt Cyril Cyrille Cécile Cédric
Célestin Célia César Dafina Dafne Dagmara Dagny Daire Dalibor Damiano Damien Damir Damjan Danae Dani Dania Daniella
Danijel Danijela Danilo Danièle Danna Dany Dara Daren Dariana Darin Darina Dariusz Darragh Darrell Darrin Darryl Dasha
Daudi Davin Davor Dayana Dearbhail Dearbhla Debby Debora Deborrah Deepthi Deidre Demetra Demian Demid Denisa Denisse
Deniz Denny Dereck Derick Dermot Derrick Dervla Desiree Desirée Devin Deyanira Dian Diann Dianne Diarmuid Dietrich
Dilara Dimas Dimitri Dimitrios Dina Diogo Djibril Dmytro Dobroslav Dolores Domenic Domenica Domenico Domhnall Dominga
Dominick Dominika Dominique Donat Donato Donovan Dora Dorcas Doreen Dorina Dorine Dorothea Dorothée Draga Dragica
Drahomíra Drahoslav Drahoslava Dulce Dušan Dávid Débora Déborah Dóra Eamonn Ebba Ebbe Ebenezer Edda Edgard Edgardo
Edin Edita Edmond Edna Edson Eduard Edvard Edvin Edward Edwina Efrain Egbert Egon Eilis Eilish Eimear Eimer Elbert
Elda Eldar Eleanora Elenore Eleonora Eleonore Elfie Eliana Eliane Elias Elinor Elio Eliot Elis Elisabet Elisabeth
Elise Eliseo Eliza Eliška Elli Ellinor Elmar Elmer Elmira Elna Elnur Elodia Eloisa Eloïse Elsy Elvia Elvin Elvina
Elvira Elvíra Elza Eléonore Elías Emanuel Emanuela Emelie Emelina Emeline Emely Emer Emile Emilian Emilija Emilly Emin
Emmanuelle Emmet Emmett Emmi Emmy Emília Encarnacion Enea Engla Enriqueta Enya Enzo Eoghan Epifanio Erasmo Erdogan
Erich Erick Erika Erkan Erland Erling Erna Ernestina Ernestine Ernesto Ernst Ervin Erwin Estefany Estela Eugen Eugenia
Eugenie Eugenio Eugène Eulalia Eunice Eusebia Eusebio Evald Evance Evangelina Evelin Evelina Eveline Evelyne Evert
Evie Evita Ewald Ezequiel Ezio Fabia Fabienne Fabiola Fahad Fariz Farooq Fatiha Fatou Faustino Faye Feargal Fearghal
Felice Felicia Felicitas Felipa Ferdinand Fernand Fernande Filipa Filipe Filippa Filomena Finbar Fintan Fionnuala
Flavio Flemming Florencio Florentin Florentina Florentino Floriane Florina Florine Fortunata Franca Frances Francine
Francisca Francisco Franck Franco Franjo Frankie Franky Frans František Františka Franziska Françoise Freda Frederic
Frederik Fredo Fredric Fredrik Fredy Freya Frieda Frédéric Frédérique Fábio Félix Gabi Gabriella Gabrielle Gaetano
Ganapathy Garret Garry Gaspar Gaëlle Geert Geir Genaro Genevieve Geneviève Genoveva Georg Georges Georgette Georgiana
Georgina Georgine Geraldo Gerardo Gerd Gerda Gerhardt Germaine Gerold Gerry Gert Gertrude Ghislain Ghislaine Giancarlo
Gianfranco Gianna Gilbert Gilberte Gilman Ginette Gino Giorgia Giovanny Giselle Gisselle Gisèle Gitte Giuliana
Giuliano Giulio Giuseppa Giuseppina Gladis Glenda Gonçalo Gordana Gottlieb Gowri Graziella Gregorio Greta Grethe
Griselda Grisha Grégoire Grégory Gréta Gunda Gustaf Gustave Gwenda Gwendoline Gérald Géraldine Gérard Gülay Gülağa
Habiba Hadija Hakim Halima Halyna Hanna Hanne Hannele Hannelore Hannes Harald Harini Haris Haru Harun Hedda Hedvika
Heidy Helge Hella Helma Henri Henrieta Henrietta Henriette Henrique Heriberto Herma Herman Hermina Hermine Herminia
Hermína Herta Hertha Hilario Hilda Hilde Hildegard Hildur Hillevi Hilma Hilmar Hina Hiro Hjalmar Honora Horacio
Hortense Hortensia Hugues Huguette Hulda Humberto Hyunwoo Ieva Ignace Ignatz Ignác Ihsan Ileana Ilias Ilija Ilona
Ilyas Imane Imelda Imke Imre Inaya Ineta Inez Inger Ingmar Ingrida Ingvar Inès Inês Iolanda Irena Irfan Irja Irma
Iryna Irène Isabela Isabell Isidor Isidro Ismael Isobel Issack István Itzel Ivanka Iveta Ivette Ivica Ivona Ivonne
Iván Izabela Izidor Jaan Jacinta Jackeline Jacky Jacqueline Jadranka Jafet Jairo Jamal Janaki Janeth Janette Janina
Janine Janis Janko Janna Janne Jannie Jannis Jano Jaqueline Jarl Jarlath Jarmila Jarno Jaromír Jaron Jaroslava Jasmina
Jasna Jawad Jayda Jayden Jayne Jayson Jazmin Jeana Jeanette Jeanine Jeanne Jeannette Jeannie Jeannine Jenifer Jeniffer
Jenni Jennie Jenniffer Jere Jeremiah Jeremias Jeremías Jerica Jesper Jessika Jessy Jiho Jillian Jimin Jimmie Jiri
Joakim Joana Joaquim Jocelyn Jocelyne Joelle Johana Johanne Johans Johnnie Johny Jolana Jolanda Jolanta Jolie Joline
Jonatan Jonna Jonáš Jordy Joris Josefina Josefine Joselyn Josep Josephus Josette Josiah Josiane Josip Josué Josée
Joséphine Jovana Jovita Jozef Joël Joëlle Joško Juanita Judita Juhani Jule Julianna Julien Julienne Julieta Juliette
Julijana Julio Junaid Justina Justine Jörgen Júlia Kaarina Kaede Kaleb Kalevi Kamran Kamron Kannan Karel Karima Karina
Karine Karla Karli Karlo Karoline Karolína Karsten Karthikeyan Kashif Kasim Kaspar Kasper Kassandra Katalin Katarína
Katerina Kateryna Katharina Katharine Katherin Katherina Kathi Kati Katia Katrina Katty Katy Katya Kavitha Kaylee
Kayleigh Kazim Keisha Kendra Kenny Kenzie Khalil Kian Kiara Kilian Killian Kimberley Klaas Klara Klaudia Klemens
Klement Klára Koen Kolya Kornel Kornelia Kostya Kris Krista Kristel Krister Kristi Kristian Kristiina Kristina
Kristine Kristjan Kristofer Kristoffer Kristína Krystyna Kwaku Kyan Kyara Kyra Kåre Ladislav Ladislava Laetitia Laila
Lara Larissa Laure Laureen Lauretta Laurette Laurie Laurine Lavinia Leana Leandra Leena Lelia Lene Lenka Lennart Lenny
Leona Leonardo Leone Leonel Leonor Leonora Leonore Leontina Leopold Leopoldo Lesia Lesley Lesly Letizia Leyla Leyli
Lian Liana Liane Libor Lida Lidija Liesbeth Ligia Ligita Lili Lilia Lilian Liliana Liliane Lilija Lilja Lilly Lindsey
Lino Lionel Lisandro Lisbeth Lise Liselotte Lisette Lissette Livia Livio Liza Lizeth Ljubica Ljudmila Lokesh Lolita
Lona Loni Loredana Lorenza Loretta Loris Lotta Lotte Louie Louisa Lourdes Lovisa Lovro Loïc Loïs Luana Lucette Lucie
Lucien Lucienne Lucija Lucile Ludivine Ludmila Ludvig Luigi Luiza Lukáš Lutfi Luís Lydie Lynda Lynne Lyosha Lyuba
László Léna Léon Léonard Léonie Léopold Lívia Maarit Madelene Madeline Mads Maeva Mafalda Magali Magdalene Magdaléna
Maggie Mahalakshmi Mahmud Maira Maire Maja Majken Malachy Malene Malik Malika Malou Malte Malvina Mamadou Mandy Manon
Manuelita Marc Marcelina Marceline Marcelino Marcell Marcella Marcelle Marcia Marcos Maren Margareta Margarete
Margaretha Margarida Margherita Margita Margo Margot Margret Marguerite Mariah Mariann Marianna Maribel Marica
Maricela Mariela Marielle Marietta Mariette Marijan Marijana Marika Marilena Marisa Marisela Marisol Marissa Marita
Maritta Maritza Mariusz Marjan Marjatta Marleen Marlen Marlena Marlene Marlies Marlon Marlène Marthe Martim Maryline
Marylène Maryse María Marína Massimiliano Matej Mateja Matheo Mathew Mathias Mathilda Mathis Matias Matija Matilda
Matilde Matthieu Mattias Matvey Maude Maura Mauricette Maurine Mauro Maximiliano Maximilien Maximo Maxine Maya Mayra
Maël Maëlle Meenakshi Melania Melany Melina Melinda Melisa Mervin Mervyn Metta Micael Michaela Michaele Michaël
Micheal Michel Micheline Michell Michèle Mihael Mijo Mikaela Mikuláš Mila Milada Milagros Milana Milka Milla Millicent
Miloslav Miloslava Miloš Milán Minjae Minsu Miran Mirco Mirela Mirella Mireya Miriama Mirja Mirjam Mirjana Miron
Miroslava Mirsad Misha Mohamad Mojmír Monique Monserrat Morena Morgane Moussa Mubarak Muhammed Muni Murielle Murugan
Mustapha Muthu Mykola Myles Myriam Myrta Mária Mário Mégane Mélanie Mélissa Mónika Nadeem Nadežda Nadim Nadja Nadège
Naim Najam Nando Nanna Nanni Naoise Naomh Narcisa Natacha Natali Nataliia Natalija Natalja Nataly Natan Natanael
Natascha Natasja Nataša Nathalia Nathaly Nathanael Natália Nayeli Nazim Neal Nele Nelia Nellie Nelly Nereida Nevenka
Neville Niall Nichola Nicklas Nicky Niclas Nicolai Nicoletta Nidia Nihad Nihal Niina Nikifor Nikki Nikolas Nikoletta
Nikolina Nilda Nina Nisa Nithya Niyazi Nkosana Nkosi Noam Noelia Noelle Noemi Nokuthula Nolan Noman Norah Norberto
Noreen Norma Noémi Noël Noëlla Noëlle Nuala Nuru Nóra Núria Octavie Océane Odalys Odette Ofelia Olav Olavi Oleksandr
Oleksii Olena Olimpia Oliver Olivie Olof Olufemi Olya Olívia Oonagh Ophélie Orlaith Ostap Osvaldo Oswaldo Otilia
Ottilia Ottilie Ottó Ousmane Oxana Padmini Padraic Pascale Pasquale Patrizia Patrícia Paule Paulette Pauric Pavithra
Pavla Peadar Pearse Peder Petronela Petter Petya Philipp Philomena Piero Pippa Polly Porfirio Prisca Priscila Prokhor
Péter Qabil Qasim Quentin Quinten Rabah Rachael Radomír Radovan Rael Rafaela Rafaël Raffaele Raffaella Rafi Rafiq
Ragna Ragnhild Raina Raisa Rajini Ralf Ramiro Ramona Randolf Raoul Rayan Raymonde Rebeca Rebeka Rebekka Regína Rehan
Reimar Reina Reinaldo Reine Reinhart Reinhilde Renaud Renzo Renáta René Renée Reyna Reynaldo Rhonda Ricarda Rigoberto
Rita Rizwan Robby Rodger Rodion Rodolfo Rodolphe Roel Rogelio Rohini Rolande Rolando Romaine Romana Romano Romina
Romuald Romy Ronal Ronaldo Ronja Ronny Rony Rosalba Rosalia Rosalie Rosalinda Rosanne Rosaria Roseline Roselyn
Rosemarie Rosendo Rosina Rosita Roslyn Rossana Rostislav Roxana Roxane Roxanna Roza Rozalia Rozalija Rozália Ruairi
Rudi Rudolph Rupert Régine Régis Rémy Róbert Rúben Saadat Sabina Sabir Sabri Sabrina Sabína Sacha Safet Safina Saida
Saleh Salome Salomé Samanta Sammy Samu Sander Sandi Sandro Sangeetha Sangmin Sanne Sarai Sarina Sarita Sathya Saundra
Saverio Savva Saša Scarlett Scarlette Seamus Sebastiano Sebastián Selina Selvi Senthil Sepp Serafina Sergej Serhii
Severino Severo Sevim Shahid Shana Shania Shanmugam Shauna Sheena Shiela Shoaib Shona Siarhei Sibusiso Sigmar Sigmund
Signa Silas Silja Silje Silvano Simion Simonne Siti Sivakumar Slava Slavica Slavko Slavomír Sofia Sofie Sofía Sohail
Solange Solène Somto Sonia Sonya Soraya Sorcha Sota Souleymane Sowmya Soňa Sridhar Stanislaus Stanislava Stavroula
Stefani Stefania Stefanie Steffi Steinar Stela Stephan Stephany Stina Stjepan Stéphanie Subbu Sujin Sumayya Susann
Susanna Sushil Sussie Suzana Suzanna Suzette Suzy Svea Sverre Sveta Swathi Sybilla Sylviane Sylwia Sára Sérgio
Séverine Sören Süleyman Tadeáš Taemin Tahir Taja Talia Tami Tammy Tamás Tanguy Tania Tanja Tanya Tapani Tarik Tatjana
Teodor Teodora Terese Teresia Terézia Tessa Thaddeus Theda Thekla Theo Theodor Theodora Theres Therese Theresia
Thibaud Thibaut Thilak Thulani Théo Théodore Théophile Thérèse Tiago Tiina Tilda Tilman Timea Timmy Timotej Tindra
Tiziano Tobenna Tolya Tomasa Tomi Tomislav Tomáš Tonia Tonny Tonya Torben Tove Trina Trudi Tuulikki Tyra Türkan
Uchechi Uladzimir Ulla Ulrika Umair Unni Usman Uğur Vagn Valborg Valdemar Valentino Valentín Valentína Valeri Valerio
Valeska Valter Valéria Vanda Vanesa Vania Vanja Vanya Vasanth Vasya Vasyl Venkatraman Verena Veronique Victoriano
Victorine Vidhya Viktorija Viktória Vilhelm Villa Ville Vilma Vincenza Vinciane Violetta Violette Virgilio Viridiana
Vita Vitor Vittoria Viviana Viviane Vivien Vivienne Vladimír Vladimíra Vlado Vlasta Vlastimil Volodymyr Vova Vratislav
Vusi Václav Wadi Waldo Wally Waqas Ward Washington Wilfredo Wilfried Wilhelmina Wilhelmine Willard Williams Willian
Willie Willy Wilmer Winifred Winnie Wladimir Xander Xiomara Xolani Yadigar Yadira Yago Yair Yamilet Yamini Yanis Yann
Yaqub Yaritza Yasha Yasin Yasmina Yassin Yassine Yazgül Yaşar Yesenia Yessenia Yevgeny Yilmaz Ylva Yohan Yohana
Yolande Yosef Yoselin Younes Youngmin Yrsa Yuliana Yuna Yunis Yuridia Yurii Yvan Yvon Zahid Zahir Zahur Zaida Zaira
Zakaria Zamir Zane Zdenka Zdenko Zdravko Zeke Zelda Zelma Zenobia Zenta Zhenia Zhenya Zinaida Zlatko Zoey Zofie Zoya
Zubair Zvonko Áron Íris Ísis Óliver Ömer Øyvind İbrahim İmam Şeyda Šimon Štefan Štefanija Žaneta Željko
"""
