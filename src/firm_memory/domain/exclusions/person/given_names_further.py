"""Given names in Latin letters that are at home beyond English, the larger languages of Europe and Russian."""

from __future__ import annotations

from typing import Final

FURTHER_NAMES: Final = """
Aarav Abdul Abdullah Abebe Abena Abhay Abhinav Abhishek Abiola Adaeze Adanna Adebayo Adela Aditi Aditya Adjoa Adnan
Adriana Adwoa Afsaneh Agata Agathe Agus Agustin Agustín Ahmad Ahmadreza Ahmed Ahmet Aibek Aigerim Ainhoa Aino Aisha
Aishwarya Ajay Ajit Akash Akiko Akira Akosua Akua Alain Alejandra Aleksander Aleksi Alessia Alessio Ali Alireza Alok
Alpana Alvaro Ama Amaka Amandine Amara Ambika Amey Ami Amina Amir Amirhossein Amit Amitabh Amol Amrita Ana Anais Anand
Ananya Anaïs Anca Andres Andrés Anele Aneurin Angela Angharad Anh Anika Aniket Anil Anirudh Anjali Ankit Ankur
Annegret Anneli Annelies Anneliese Anoop Anselm Ansh Antonella Antti Anu Anuj Anupam Anushka Anwar Aoife Aparna
Apoorva Arash Archana Ariadna Arianna Arjun Armen Aroha Arpit Arpita Arun Aruna Arvid Arvind Arvinder Asha Ashish
Ashok Ashot Ashutosh Ashwin Asier Asma Asmita Asuka Atul Aurélie Avi Avinash Ayaan Ayaka Ayanda Ayesha Aykut Aylin
Ayman Ayse Ayumi Ayşe Azadeh Aziz Babajide Babak Bakyt Balaji Balazs Balint Bambang Baris Barış Bashir Basma Bastien
Beatriz Behnaz Behrouz Belen Belén Bence Benedikt Benicio Berk Bertrand Beyza Bharat Bharati Bhaskar Bhavesh Bhavna
Bhushan Bich Bilal Bipin Birgit Bjarki Bjarne Bohdan Bojan Bolaji Bongani Bozena Branka Brigitte Bronislaw Bronwyn
Bruna Bruno Brynjar Budi Burak Burkhard Busisiwe Byung Caetano Callum Canan Caoimhe Carys Cem Chaewon Chaitanya
Chandan Chandra Chantal Charu Chengyu Chetan Chiamaka Chidi Chihiro Chiko Chinedu Chinwe Chioma Chirag Chukwuma
Chunhua Cian Ciaran Clement Clément Consuelo Corinne Cormac Cristóbal Cuong Czeslaw Daan Daehyun Dafydd Daisuke Daithi
Dalia Danh Danica Daniele Danuta Darius Darshan Davide Davit Dawid Declan Deepa Deepak Deepika Defne Dejan Delphine
Detlef Devansh Devika Dewi Dhruv Didier Dilip Dilshod Dilys Dimitar Dimitra Dimitris Dinesh Dinh Divya Diya Donal
Donatella Donghyun Dorin Dov Dragana Duc Dumisani Duong Dusan Eamon Ebele Ebru Edoardo Edouard Eero Efua Eiji Eilidh
Einar Eino Eitan Ekkehard Eleni Elfriede Elin Elina Elisa Elodie Elsa Elvan Emanuele Emiko Emiliano Emilie Emina Emine
Emre Emrys Endah Eshan Espen Esra Estelle Eugénie Eunji Ewan Fabiana Fabien Fabrice Fabrizio Facundo Faisal Fanny
Farah Farhad Farhan Farid Faris Farzaneh Fatih Fatima Fatma Federica Fei Femi Feng Fergus Filippo Finlay Fionn Flavia
Florent Friederike Fumiko Funmi Fátima Gael Gaelle Ganesh Gargi Gaurav Gautam Gayatri Gaël Geeta Gennaro Gergely
Gerhard Gertrud Gethin Gevorg Ghassan Giang Gianluca Gianni Gilberto Gilles Gioia Giorgos Giovanna Girish Gisela Gita
Gizem Gokhan Golnaz Gopal Graciela Grainne Gudrun Gulnara Gunhild Guo Guowei Gurpreet Gwendolyn Gwyneth Gyula Gökhan
Haakon Hadi Hakan Hakon Halina Hamid Hamish Hamza Haneen Haneul Haoran Hardik Harish Harpreet Harri Harsha Hartmut
Haruka Haruto Hasan Hassan Hatice Hedwig Heiko Helene Hemant Hemi Hendra Henning Henryk Hermann Hernan Hernán Hervé
Hideki Hideo Hien Hieu Himanshu Hiroki Hiromi Hiroshi Hiroto Hisham Hitesh Hoang Hongwei Hossein Huang Hubert Huda
Huong Huseyin Hussein Huw Huy Hyejin Hyun Håkon Hélène Hülya Iain Ibrahim Ieuan Ifeanyi Ifeoma Ikenna Iker Ilaria
Iliya Ilkka Imran Indah Indira Indu Ingeborg Innes Ioana Ioannis Iqbal Irakli Isamu Ishaan Ishita Ismail Itziar Iulia
Ivano Ivo Iñigo Jabari Jacek Jacques Jadwiga Jaehyun Jagdish Jaime Jamila Jamshid Janusz Jaspreet Jatin Jaya Jayesh
Jean-Luc Jelani Jelena Jerome Jia Jiahao Jianguo Jianhua Jiayi Jignesh Jihoon Jihye Jimena Jing Jinho Jisoo Jiwon
Jiyoung Joanna Joaquin Joaquín Jochen Joko Joost Jorgen Jorn Josefa Jovan Juana Jukka Juliana Junho Junichi Junjie
Junko Jussi Justyna Jyoti Jérôme Jørgen Kabir Kacper Kadek Kagiso Kailash Kaisa Kaito Kalle Kalpana Kamal Kamau Kamil
Kamila Kaori Kareem Karim Karthik Kartik Kashvi Katlego Katsu Kaveh Kavita Kavya Kazimierz Kazuki Kazuko Kazuo Keiko
Kelechi Kemal Kenji Kenta Kerem Kerstin Keshav Ketut Khadija Khaled Khalid Khanh Khoa Kinga Kiran Kirstin Kishore
Kjell Kjetil Knut Kofi Kohei Koichi Koji Kojo Komal Kostas Kourosh Krishna Kristijan Kunal Kwabena Kwame Kwasi Kwesi
Kyoko Kyung Lajos Lakshmi Laleh Lalit Lamia Lasse Latifa Lauri Lavanya Layla Leandro Lei Leila Leonhard Lerato Lesego
Leszek Leticia Levan Levente Liang Lidia Lieke Liesel Liisa Lindiwe Linh Linnea Liu Ljiljana Llewellyn Lorcan Lothar
Luciana Ludovic Ludovica Luiz Luka Luong Lutz Lwazi Maarten Madhavan Madhavi Madhu Maelle Maeve Maha Mahdi Mahesh
Mahima Mahmoud Maija Mairead Maite Majid Makoto Mandeep Mandla Manisha Manoj Manpreet Marcela Marcello Marcelo Mareike
Margaux Mariam Mariano Marija Mariko Marit Marja Markku Markus Martín Marwa Marwan Maryam Marzena Masaki Masako Masao
Masashi Massimo Matti Mattia Mauricio Maxime Mayank Mayur Mazen Meena Meera Megumi Mehdi Mehmet Mei Meike Meiling
Merve Metin Mette Mhairi Micaela Michela Michele Michiko Mihaela Mihai Mihir Mikko Miklos Minghao Minh Minho Minji
Minjun Minoru Minseo Mireille Miroslav Mirosław Misaki Mitali Mitsuko Mladen Mohamed Mohammad Mohammed Mohan Mohit
Mohsen Mojtaba Monika Morag Morten Moshe Mounir Mpho Mridula Mrinal Mthunzi Muhammad Mukesh Murali Murat Mustafa
Mwangi Myfanwy Nabil Nada Nadia Nadine Naledi Namrata Nandi Nandini Naoki Naoko Narayan Narek Naresh Narges Nasrin
Nasser Nathalie Natsuki Naveen Navid Navya Nazanin Nazli Neelam Neeraj Neha Nenad Nerys Nga Ngaire Ngoc Ngozi Nguyen
Nhung Nicolò Nieves Niharika Nikhil Nikolaos Nikos Nilesh Niloufar Niraj Nirmala Nisha Nishant Nitin Nizar Njeri
Nkechi Nnamdi Noa Noboru Nobuo Noemie Nomsa Nomvula Norbert Noriko Nour Noura Noémie Ntombi Nuria Nurlan Nyambura
Nyoman Obinna Ochieng Octavio Oddvar Odhiambo Odile Oisin Okoro Olivier Olumide Oluwaseun Oluwatobi Omar Omer Ondrej
Onur Onyeka Oren Orhan Ornella Ortwin Osama Osamu Osman Otieno Outi Oyelaran Padma Padraig Pallavi Paloma Panagiotis
Pankaj Paras Parisa Parth Parul Parviz Patrice Paulina Paulo Payam Pekka Petteri Phuc Phuong Pieter Pietro Piyush
Plamen Pooja Pouya Prabhu Prachi Pradeep Pragya Prakash Pramod Pranab Pranav Prasad Prashant Prateek Pratik Predrag
Preeti Prerna Priya Priyanka Przemek Przemyslaw Puneet Punit Purnima Putri Qiang Quang Quynh Rachid Rachna Radha Radim
Radu Raghav Raghavan Raghu Ragnar Rahul Rainer Raj Rajan Rajat Rajeev Rajendra Rajesh Rajiv Raju Rakesh Rakhi Ram
Ramakrishna Ramesh Ramon Ramya Ramón Rana Rania Ranjan Ranjana Ranjit Raphael Raphaël Rasha Rashid Rashmi Rasmus Ravi
Reema Reena Refilwe Regis Reijo Reiko Reinhard Reinhold Reka Remi Renato Renu Reza Rhiannon Rhona Riccardo Richa
Riikka Rikke Riko Rima Rina Rishabh Rishi Ritika Ritu Rivka Rizky Roald Rocio Rocío Rohan Rohit Roisin Romain Ronan
Rosa Rosanna Roswitha Rowan Roya Ruchi Rula Rumen Rupa Rupal Rustem Ruud Ryo Ryosuke Ryota Ryszard Rémi Rüdiger Saara
Sachiko Sachin Sadia Saeed Safiya Sahil Salem Salim Salma Salman Salvatore Saman Sameer Sami Samir Samira Sandeep
Sandhya Sandor Sangwoo Sanja Sanjana Sanjay Sanna Santosh Saoirse Saori Sardor Sarika Saskia Satish Satoru Saurabh
Savita Sawsan Sayed Sayuri Seema Segun Selim Selin Seojun Seoyeon Serkan Seung Sevgi Shahin Shailesh Shalini Shankar
Shanti Shashank Shavkat Shekhar Shigeru Shikha Shilpa Shilpi Shingo Shinichi Shinji Shirin Shivani Shlomo Shobha Shota
Shravan Shreya Shruti Shubham Shufen Shunsuke Siavash Sibel Sibylle Siddharth Siddhartha Siegfried Signe Sigurd Siiri
Silvana Silvio Simona Sinead Sioned Sipho Siyabonga Sizwe Slobodan Smita Sneha Snezana Sofiane Soheil Solveig Somya
Soo-jin Soo-min Soojin Sourav Spyros Srikanth Srinivas Srinivasan Stanislaw Stavros Stijn Stine Stoyan Subramanian
Sudha Sudhir Suhail Suharto Sujata Sukanya Suman Sumit Sungho Sunil Sunita Sunniva Surbhi Suresh Susana Sushma Susumu
Swantje Swapnil Swati Sylvain Sylvie Tadhg Taehyung Taha Taichi Takahiro Takao Takashi Takeshi Takumi Tamar Tamas
Tamer Tanmay Tanuja Tanvi Tapio Tariq Tarun Tatiana Tatsuya Tebogo Tejas Temitope Tendai Tereza Tetsuya Teun Thabo
Thandeka Thandi Thandiwe Thanh Thao Themba Thiago Thijs Thinh Thuy Tibor Tigran Tihomir Timur Tiziana Toan Tolga
Tommaso Tomoko Tomos Tomás Torbjorn Torbjørn Toshiro Tran Traudl Trine Trinh Trond Truc Trung Trupti Tsubasa Tsvetan
Tuan Tuba Tumelo Tunde Tuomas Tushar Tuyet Tzvi Uche Uchenna Uday Udit Udo Ufuk Ugo Ulf Uma Umar Umberto Uri Urmila
Urszula Usha Utkarsh Vaibhav Vaishali Vakhtang Valérie Vandana Varun Vasile Vasilis Vasudha Veena Vegard Venkat
Venkata Venkatesh Vibha Vicente Vidar Vidhi Vidya Viet Vijay Vikas Vikram Vilmos Vimal Vinay Vincenzo Vineet Vinh
Vinod Vipin Vipul Virginie Vishal Vivek Vladan Volker Vuk Véronique Wael Wahyu Wairimu Walburga Waldemar Walid Wambui
Wang Wangari Wanjiru Wayan Wei Weijie Wenjie Wenzel Wieslaw Wilhelm Winfried Wiremu Witold Wouter Xabier Xiao Xiaofeng
Xiaohong Xiaolong Xiaoming Xiaoyu Ximena Xin Xinyi Xiu Xiuying Xuan Xuefeng Yael Yahya Yannis Yanti Yanyan Yara
Yasaman Yasemin Yash Yasmin Yasmine Yasuhiro Yasuo Yavuz Yejin Yerlan Yetunde Yifan Ying Yingying Yinka Yngve Yogesh
Yoko Yolanda Yoshi Yoshiko Yossi Yosuke Youngho Yousef Youssef Yuchen Yui Yuki Yuko Yumi Yusuf Yuto Yuxin Zahra Zainab
Zaki Zanele Zarina Zeinab Zeynep Zhang Zhao Zhen Zheng Zhihao Zhiwei Zhiyuan Zhou Zhu Ziad Zihan Ziyi Zodwa Zohreh
Zoran Zsofia Zsolt Zsuzsanna Zurab Zuzanna Zvonimir Álvaro Åsa Élodie Émilie Özlem Øystein
"""
