/** Given and family names, plain ASCII as labs demand; every combination is invented. */

type Names = readonly [string, ...string[]]

function names(text: string): Names {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  return [first, ...rest]
}

export const FEMALE_NAMES = names(`
  Maren Priya Ines Wren Elena Sunniva Amara Lucia Bridget Rosa Aaliyah Abigail Adaeze Aiko Alma Anjali Annika Astrid
  Beatriz Bianca Camila Carmen Chidinma Chloe Clara Daphne Deborah Dolores Eleni Esther Farah Fatima Freya Gabriela
  Grace Hana Harriet Helena Imani Ingrid Irene Isabel Jade Jasmine Joanna Josephine June Kamala Katarina Keiko
  Lakshmi Leila Leticia Lin Lourdes Mabel Magdalena Mariam Marisol Mei Miriam Nadia Naomi Ngozi Noor Nora Olga
  Paloma Petra Phoebe Quyen Rachel Renata Ruth Sabine Salma Saoirse Shanice Simone Sofia Tamika Teresa Thandiwe
  Uma Valentina Vera Winona Xiomara Yasmin Yuki Zainab Zora Anne-Marie Mary-Jo
`)

export const MALE_NAMES = names(`
  Theo Jonah Caleb Marcus Felix Osei Aaron Abdul Adrian Ahmed Akira Alejandro Anders Andre Arjun Benjamin Bjorn
  Bradley Carlos Cedric Chen Connor Curtis Dante Darnell Desmond Diego Dmitri Dwight Edgar Eduardo Emeka Enrique
  Ezra Farid Finn Francis Gareth Gustavo Hamza Harold Hassan Hiroshi Hugo Ibrahim Isaac Ivan Jamal Javier Jerome
  Joaquin Kareem Kenji Kwame Lamar Leon Liam Luca Luis Malik Mateo Milan Mohan Nikhil Noah Omar Oscar Pablo Patrick
  Quentin Rafael Raj Reuben Roberto Roman Samuel Santiago Sean Sergei Silas Stefan Tariq Terrence Thomas Tomas
  Tyrone Umar Victor Vikram Walter Wei Xavier Yusuf Zachary Zane Jean-Luc Lee-Roy
`)

export const FAMILY_NAMES = names(`
  Okafor Lindqvist Vasquez Abara Moreau Duarte Halloran Brandt Oyelaran Castellanos Nystrom Aubert Thornbury Valdane
  Salonen Adeyemi O'Brien O'Connell O'Hara D'Angelo D'Souza Abbott Abrams Acosta Aguilar Ahmadi Albright Alvarado
  Andersen Aoki Appiah Arroyo Ashworth Ayala Bakshi Barlow Barrera Bauer Begum Bellamy Bergstrom Bhatt Blackwood
  Boateng Bonner Bouchard Brennan Briggs Bui Cabrera Calloway Camacho Carrasco Chandra Chaudhry Cho Choudhury
  Coleman Contreras Cordova Crawford Cruz Dalal Dang Das Delgado Desai Diallo Dombrowski Donnelly Dubois Eastman
  Eberhardt Ekwueme Ellison Escobar Espinoza Fairchild Farouk Ferreira Fitzgerald Fonseca Forsythe Fujimoto
  Galvan Garza Gebre Ghosh Gill Goldberg Goncalves Greer Gupta Gutierrez Haddad Hadley Hakimi Halvorsen Hardin
  Hashimoto Hawthorne Herrera Hinojosa Hoang Holloway Horvath Huang Hussein Ibarra Idowu Ishikawa Iyer Jacobsen
  Jaramillo Jimenez Joshi Kaplan Kapoor Karimi Kaur Keller Khalil Kimura Kirkland Kowalski Kozak Kumar Lachance
  Laurent Leclair Lieberman Lockhart Lombardi Lozano Lundgren MacLeod Magnusson Mahmoud Maldonado Mancini Marchetti
  Matsuda Mbeki McAllister McBride Medina Mehta Mensah Mercado Mikkelsen Mishra Moreno Mukherjee Nakamura Nasser
  Navarro Ndiaye Nguyen Nielsen Novak Nunez Nwosu Oduya Ojeda Okonkwo Olsen Onyango Orozco Osborne Owusu Pacheco
  Padilla Paek Pappas Parekh Park Patel Pereira Petrov Pham Pierce Prescott Qureshi Quintero Rahman Rangel Rao
  Rasmussen Reyes Rinaldi Robles Rosales Rosenthal Roux Saavedra Salazar Sandoval Santana Sato Schaefer Schroeder
  Serrano Shapiro Sharma Sinclair Singh Sorensen Soto Stanton Strickland Suleiman Svensson Takahashi Tanaka
  Thibodeaux Toledo Tran Trevino Trujillo Uchida Ueda Underwood Valencia Vance Vargas Velasco Venkatesh Villanueva
  Vo Voss Wadsworth Wagner Warsame Weaver Whitfield Winslow Wolfe Xiong Yamamoto Yang Yilmaz Zamora Zapata Zhou
`)

export const STREET_NAMES = names(`
  Alder Ashgrove Aspen Birch Bluff Canyon Cedar Chestnut Clinton Cottonwood Cypress Dogwood Elm Fairview Franklin
  Garfield Glenwood Hawthorn Hickory Highland Hillcrest Jefferson Juniper Lakeview Laurel Lincoln Linden Madison
  Magnolia Maple Meadow Mesa Monroe Mulberry Oak Orchard Palmetto Pecan Pine Poplar Prairie Ridge Riverside Sage
  Spruce Stout Summit Sycamore Tejon Valley Walnut Welton Willow
`)

export const STREET_TYPES = names('St Ave Rd Dr Ln Blvd Ct Pl Way Ter')
