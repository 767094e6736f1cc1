BEGIN TRANSACTION;
CREATE TABLE announcements (
    player TEXT NOT NULL,
    table_id TEXT NOT NULL,
    asked BIGINT NOT NULL, 
    created BIGINT NOT NULL,
    mailed BIGINT NOT NULL, 
    PRIMARY KEY (player, table_id)
);
INSERT INTO "announcements" VALUES('a93d10be73defb2d','NjVqSMjI61_xUUuL',16,1795029610549,1);
CREATE TABLE challenges (
    hash TEXT PRIMARY KEY, 
    player TEXT NOT NULL, 
    created BIGINT NOT NULL
);
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    player TEXT NOT NULL,
    request TEXT, 
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',1,1795029602369,'fe40ee5904b11541',NULL,'{"kind":"sat","seat":0,"name":"Ada","emblem":"ship-amber"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',2,1795029602457,'a93d10be73defb2d',NULL,'{"kind":"sat","seat":1,"name":"Bo","emblem":"flag-green"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',3,1795029602457,'',NULL,'{"kind":"started"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',4,1795029602669,'fe40ee5904b11541','q1','{"kind":"moved","seat":0,"action":"token yellow","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',5,1795029602707,'a93d10be73defb2d','q2','{"kind":"moved","seat":1,"action":"token blue","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',6,1795029602746,'fe40ee5904b11541','q3','{"kind":"moved","seat":0,"action":"farm red-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',7,1795029602766,'a93d10be73defb2d','q4','{"kind":"moved","seat":1,"action":"coin red-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',8,1795029602786,'fe40ee5904b11541','q5','{"kind":"moved","seat":0,"action":"coin red-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',9,1795029602802,'a93d10be73defb2d','q6','{"kind":"moved","seat":1,"action":"farm blue-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',10,1795029602828,'fe40ee5904b11541','q7','{"kind":"moved","seat":0,"action":"coin green-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',11,1795029602872,'a93d10be73defb2d','q8','{"kind":"moved","seat":1,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',12,1795029602909,'a93d10be73defb2d','q9','{"kind":"moved","seat":1,"action":"pay blue-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',13,1795029602924,'a93d10be73defb2d','q10','{"kind":"moved","seat":1,"action":"pay red-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',14,1795029602952,'fe40ee5904b11541','q11','{"kind":"moved","seat":0,"action":"fetch","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',15,1795029603002,'a93d10be73defb2d','q12','{"kind":"moved","seat":1,"action":"coin yellow-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',16,1795029603015,'fe40ee5904b11541','q13','{"kind":"moved","seat":0,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',17,1795029603025,'fe40ee5904b11541','q14','{"kind":"moved","seat":0,"action":"pay red-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',18,1795029603063,'fe40ee5904b11541','q15','{"kind":"moved","seat":0,"action":"pay green-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',19,1795029603119,'a93d10be73defb2d','q16','{"kind":"moved","seat":1,"action":"coin yellow-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',20,1795029603165,'fe40ee5904b11541','q17','{"kind":"moved","seat":0,"action":"coin blue-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',21,1795029603176,'a93d10be73defb2d','q18','{"kind":"moved","seat":1,"action":"coin blue-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',22,1795029603211,'fe40ee5904b11541','q19','{"kind":"moved","seat":0,"action":"coin yellow-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',23,1795029603224,'a93d10be73defb2d','q20','{"kind":"moved","seat":1,"action":"fetch","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',24,1795029603227,'fe40ee5904b11541','q21','{"kind":"moved","seat":0,"action":"farm blue-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',25,1795029603238,'a93d10be73defb2d','q22','{"kind":"moved","seat":1,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',26,1795029603240,'a93d10be73defb2d','q23','{"kind":"moved","seat":1,"action":"pay yellow-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',27,1795029603242,'fe40ee5904b11541','q24','{"kind":"moved","seat":0,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',28,1795029603245,'fe40ee5904b11541','q25','{"kind":"moved","seat":0,"action":"pay blue-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',29,1795029603246,'fe40ee5904b11541','q26','{"kind":"moved","seat":0,"action":"pay red-5","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',30,1795029603248,'fe40ee5904b11541','q27','{"kind":"moved","seat":0,"action":"pay green-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',31,1795029603249,'fe40ee5904b11541','q28','{"kind":"moved","seat":0,"action":"pay yellow-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',32,1795029603250,'fe40ee5904b11541','q29','{"kind":"moved","seat":0,"action":"pay yellow-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',33,1795029603252,'a93d10be73defb2d','q30','{"kind":"moved","seat":1,"action":"coin green-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',34,1795029603253,'fe40ee5904b11541','q31','{"kind":"moved","seat":0,"action":"coin red-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',35,1795029603255,'a93d10be73defb2d','q32','{"kind":"moved","seat":1,"action":"coin yellow-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',36,1795029603261,'fe40ee5904b11541','q33','{"kind":"moved","seat":0,"action":"reserve blue-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',37,1795029603263,'a93d10be73defb2d','q34','{"kind":"moved","seat":1,"action":"farm red-2","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',38,1795029603264,'fe40ee5904b11541','q35','{"kind":"moved","seat":0,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',39,1795029603266,'fe40ee5904b11541','q36','{"kind":"moved","seat":0,"action":"pay red-3","by":"player"}');
INSERT INTO "entries" VALUES('KEE8zMBlsaOiAzRy',40,1795029603267,'fe40ee5904b11541','q37','{"kind":"moved","seat":0,"action":"pay yellow-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',1,1795029603291,'fe40ee5904b11541',NULL,'{"kind":"sat","seat":0,"name":"Ada","emblem":"ship-amber"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',2,1795029603412,'3a8b1cda4fd8f708',NULL,'{"kind":"sat","seat":1,"name":"Nestor","emblem":"moon-plum"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',3,1795029603412,'',NULL,'{"kind":"started"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',4,1795029603522,'fe40ee5904b11541','q38','{"kind":"moved","seat":0,"action":"token yellow","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',5,1795029603526,'3a8b1cda4fd8f708','q39','{"kind":"moved","seat":1,"action":"token blue","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',6,1795029603538,'fe40ee5904b11541','q40','{"kind":"moved","seat":0,"action":"reserve yellow-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',7,1795029603550,'3a8b1cda4fd8f708','q41','{"kind":"moved","seat":1,"action":"farm green-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',8,1795029603558,'fe40ee5904b11541','q42','{"kind":"moved","seat":0,"action":"coin yellow-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',9,1795029603572,'3a8b1cda4fd8f708','q43','{"kind":"moved","seat":1,"action":"coin yellow-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',10,1795029603585,'fe40ee5904b11541','q44','{"kind":"moved","seat":0,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',11,1795029603605,'fe40ee5904b11541','q45','{"kind":"moved","seat":0,"action":"pay blue-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',12,1795029603625,'fe40ee5904b11541','q46','{"kind":"moved","seat":0,"action":"pay red-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',13,1795029603646,'fe40ee5904b11541','q47','{"kind":"moved","seat":0,"action":"pay yellow-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',14,1795029603655,'3a8b1cda4fd8f708','q48','{"kind":"moved","seat":1,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',15,1795029603667,'3a8b1cda4fd8f708','q49','{"kind":"moved","seat":1,"action":"pay red-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',16,1795029603675,'3a8b1cda4fd8f708','q50','{"kind":"moved","seat":1,"action":"pay green-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',17,1795029603682,'3a8b1cda4fd8f708','q51','{"kind":"moved","seat":1,"action":"pay green-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',18,1795029603689,'3a8b1cda4fd8f708','q52','{"kind":"moved","seat":1,"action":"pay yellow-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',19,1795029603709,'fe40ee5904b11541','q53','{"kind":"moved","seat":0,"action":"coin green-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',20,1795029603721,'3a8b1cda4fd8f708','q54','{"kind":"moved","seat":1,"action":"coin red-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',21,1795029603729,'fe40ee5904b11541','q55','{"kind":"moved","seat":0,"action":"farm red-3","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',22,1795029603753,'3a8b1cda4fd8f708','q56','{"kind":"moved","seat":1,"action":"reserve green-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',23,1795029603770,'fe40ee5904b11541','q57','{"kind":"moved","seat":0,"action":"coin red-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',24,1795029603791,'3a8b1cda4fd8f708','q58','{"kind":"moved","seat":1,"action":"fetch","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',25,1795029603821,'fe40ee5904b11541','q59','{"kind":"moved","seat":0,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',26,1795029603844,'fe40ee5904b11541','q60','{"kind":"moved","seat":0,"action":"pay red-2","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',27,1795029603889,'3a8b1cda4fd8f708','q61','{"kind":"moved","seat":1,"action":"coin blue-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',28,1795029603896,'fe40ee5904b11541','q62','{"kind":"moved","seat":0,"action":"fetch","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',29,1795029603922,'3a8b1cda4fd8f708','q63','{"kind":"moved","seat":1,"action":"buy","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',30,1795029603978,'3a8b1cda4fd8f708','q64','{"kind":"moved","seat":1,"action":"pay red-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',31,1795029603981,'3a8b1cda4fd8f708','q65','{"kind":"moved","seat":1,"action":"pay blue-5","by":"player"}');
INSERT INTO "entries" VALUES('ndG0NzAa2KFNghBI',32,1795029603989,'3a8b1cda4fd8f708','q66','{"kind":"moved","seat":1,"action":"pay green-2","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',1,1795029604108,'fe40ee5904b11541',NULL,'{"kind":"sat","seat":0,"name":"Ada","emblem":"ship-amber"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',2,1795029604108,'fe40ee5904b11541',NULL,'{"kind":"seated","seat":2,"bot":"house","why":"asked"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',3,1795029604212,'a93d10be73defb2d',NULL,'{"kind":"sat","seat":1,"name":"Bo","emblem":"flag-green"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',4,1795029604212,'',NULL,'{"kind":"started"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',5,1795029604261,'',NULL,'{"kind":"moved","seat":2,"action":"bid 1","by":"bot"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',6,1795029604312,'fe40ee5904b11541','q67','{"kind":"moved","seat":0,"action":"bid 6","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',7,1795029604337,'a93d10be73defb2d','q68','{"kind":"moved","seat":1,"action":"bid 8","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',8,1795029604353,'',NULL,'{"kind":"moved","seat":2,"action":"pass","by":"bot"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',9,1795029604366,'fe40ee5904b11541','q69','{"kind":"moved","seat":0,"action":"bid 14","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',10,1795029604377,'a93d10be73defb2d','q70','{"kind":"moved","seat":1,"action":"pass","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',11,1795029604388,'fe40ee5904b11541','q71','{"kind":"moved","seat":0,"action":"draw","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',12,1795029604410,'a93d10be73defb2d','q72','{"kind":"moved","seat":1,"action":"lay dutch","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',13,1795029604422,'a93d10be73defb2d','q73','{"kind":"moved","seat":1,"action":"lay english","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',14,1795029604428,'a93d10be73defb2d','q74','{"kind":"moved","seat":1,"action":"lay french","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',15,1795029604453,'a93d10be73defb2d','q75','{"kind":"moved","seat":1,"action":"stop","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',16,1795029604477,'a93d10be73defb2d','q76','{"kind":"moved","seat":1,"action":"move english","by":"player"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',17,1795029604631,'fe40ee5904b11541','once','{"kind":"said","seat":0,"name":"Ada","text":"hello","emblem":"ship-amber"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',18,1795029604676,'fe40ee5904b11541','pace','{"kind":"paced","seat":0,"pace":0.0}');
INSERT INTO "entries" VALUES('3gbDdzRgnFYrTt2v',1,1795029604848,'3a8b1cda4fd8f708',NULL,'{"kind":"sat","seat":0,"name":"Nestor","emblem":"moon-plum"}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',19,1795029610485,'',NULL,'{"kind":"away","seat":0}');
INSERT INTO "entries" VALUES('NjVqSMjI61_xUUuL',20,1795029610485,'',NULL,'{"kind":"away","seat":1}');
CREATE TABLE keys (
    name TEXT PRIMARY KEY, 
    value TEXT NOT NULL
);
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    key TEXT NOT NULL, 
    uses BIGINT NOT NULL, 
    created BIGINT NOT NULL
);
CREATE TABLE places (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL, emblem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
);
INSERT INTO "places" VALUES('KEE8zMBlsaOiAzRy',0,'fe40ee5904b11541','Ada','','ship-amber');
INSERT INTO "places" VALUES('KEE8zMBlsaOiAzRy',1,'a93d10be73defb2d','Bo','','flag-green');
INSERT INTO "places" VALUES('ndG0NzAa2KFNghBI',0,'fe40ee5904b11541','Ada','','ship-amber');
INSERT INTO "places" VALUES('ndG0NzAa2KFNghBI',1,'3a8b1cda4fd8f708','Nestor','','moon-plum');
INSERT INTO "places" VALUES('NjVqSMjI61_xUUuL',0,'fe40ee5904b11541','Ada','','ship-amber');
INSERT INTO "places" VALUES('NjVqSMjI61_xUUuL',2,'','','house','');
INSERT INTO "places" VALUES('NjVqSMjI61_xUUuL',1,'a93d10be73defb2d','Bo','','flag-green');
INSERT INTO "places" VALUES('3gbDdzRgnFYrTt2v',0,'3a8b1cda4fd8f708','Nestor','','moon-plum');
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    created BIGINT NOT NULL
, recovery TEXT, login TEXT, password TEXT, skeleton TEXT, email TEXT, emblem TEXT NOT NULL DEFAULT '');
INSERT INTO "players" VALUES('fe40ee5904b11541','Ada','en',1795029599076,'3beeec5e33d125b94af5be20f33049935cd33bdc24705d7abd4d2643ca5d7603','ada','$argon2id$v=19$m=65536,t=3,p=4$G+cByEszteGB7o5vyR4OvA$/K/ZaXWGJMPd0Le5acHHUgfl9UMLX+nz/t3sn/q8Ha4','ada',NULL,'');
INSERT INTO "players" VALUES('a93d10be73defb2d','Bo','en',1795029601147,NULL,'bo','$argon2id$v=19$m=65536,t=3,p=4$w3TD8mrwdCrPbUz1x5LOKA$XKjbdBdPI2SjY4OymBbvPuw60TqqjTK/xCV+wMx3Vnw','bo',NULL,'');
INSERT INTO "players" VALUES('3a8b1cda4fd8f708','Nestor','en',1795029602282,NULL,NULL,NULL,NULL,NULL,'');
CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY, 
    player TEXT NOT NULL,
    key TEXT NOT NULL, 
    auth TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE relations (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    kind TEXT NOT NULL, 
    created BIGINT NOT NULL,
    PRIMARY KEY (player, other, kind)
);
INSERT INTO "relations" VALUES('fe40ee5904b11541','a93d10be73defb2d','friend',1795029602332);
INSERT INTO "relations" VALUES('a93d10be73defb2d','fe40ee5904b11541','friend',1795029602336);
INSERT INTO "relations" VALUES('3a8b1cda4fd8f708','fe40ee5904b11541','mute',1795029602338);
CREATE TABLE reports (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    table_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player, other, table_id)
);
INSERT INTO "reports" VALUES('fe40ee5904b11541','3a8b1cda4fd8f708','ndG0NzAa2KFNghBI','rude',1795029629568);
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    who TEXT NOT NULL, 
    place BIGINT NOT NULL,
    points BIGINT NOT NULL, counts BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (table_id, seat)
);
INSERT INTO "results" VALUES('KEE8zMBlsaOiAzRy',0,1795029603267,'osaka','fe40ee5904b11541',1,3,1);
INSERT INTO "results" VALUES('KEE8zMBlsaOiAzRy',1,1795029603267,'osaka','a93d10be73defb2d',2,2,1);
INSERT INTO "results" VALUES('ndG0NzAa2KFNghBI',0,1795029603989,'osaka','fe40ee5904b11541',2,2,1);
INSERT INTO "results" VALUES('ndG0NzAa2KFNghBI',1,1795029603989,'osaka','3a8b1cda4fd8f708',1,4,1);
CREATE TABLE reviews (
    table_id TEXT NOT NULL,
    depth TEXT NOT NULL,
    made BIGINT NOT NULL,
    body TEXT NOT NULL, 
    PRIMARY KEY (table_id, depth)
);
INSERT INTO "reviews" VALUES('KEE8zMBlsaOiAzRy','quick',1795029629504,'eJylm9luG0kSRf+Fz5SQ++K3md9o9AMt0bbQstSjZQZGw/8+52ZRYmVWmSJhodGAo8RiZiw37o1M/bP5uvu+33zaPD7v/tpttpun1/v98+aT225u93+/fOPJf17vbv7iybfH//Gvr693t/tb/vn43/3T5tPL0+t+u3ne71740B//bB6mt/3rVu/6e8dvmOvIW/fPr/cvm0/22mw396+8D7svKdVYYqjFhGBC4kV/3d3fbz5dmeuabTY1h5JjKaXyjseXb/un5/aOEo31pfqcSwhVS725e757fNDC7Xazu7l5fdrd/Nh8iuXa+pidz7YUF63/uX1f478fV5dojku8GtZotYy3JQ7LSDUfl7hYvu/WaGO3xnxti82VdebiXHQ//9xuvj9+3z8cfPodV/POyc2bTw+v9/cs/H73gzgc/nXzbfdwo7j9Ya6DTzZYG1NwNScWsGV/yRcWEvgO47wNf+ojj3c3+/YJw2+YP992/QfbNv3vO71jsAX353FT0zrk3Gmx9m2x5rjSfzZkzGcc//L41/4B3//vm35j82N/f09q/Rx2EbKzwZdcvK3Vem0iulxiss6mYkwp801Enlo2bdtq+dD+yubt1WiOMh93yqasNdlrO8bxE2rYXi2sMXZb/Wfzef/88usNfb5/3R+3o2wYQlK2vOHlZf+0/uyYRctn94/Pz4ccPWaQNVPS7r/uyMzw8xgH9xYH+3Ec+mUfooDnrM+GyonFJZ8VBpK6JFdDScFmn+dhkO+CsSmbHEOylAe/t10aSxeDEGxKvrqcQgnFpykGg/V3YxCrq9FRDyydqNp5DJbPZjFIrKiS/Ka4yv8ujoE/VQtfdk/fj6t+2t9euWUlxBqclb+djbGFIAZDNissQsAwhADooXxSTM7k4H0rntGW5hGwKdpMqsXqPT4IUQEYjeV0AG4e7x76ncQ+AK6YnJIJpbriq3ehq4JiSbFQPV/EL/nYhWD58C0GzhiigwtSTS7lDvzNdUo5GWONrzXWTCa+xafO4hNO1cjJXb3hbQYSI9GJpE6Y4NZRsoHohCzIGuDWkM3CFWtxRjCppftgjLUHZJvYfvEmO9WCS9ulzaTfjFAMQHuMvNFRD6YL0PLZMT7LZ2eUSJmFIJ4qkbNCQKMwKVK8lYZtWwhoFNUHmjCA4+sQAvp28jQ0eom6RS4T7PfWYocYEGgTU6QtVZItb5c2+7sxEOI6/iOjS6ZSclcly4fHKLBoUi5WYiFQOA+o/CwK6VQh9EAleL3yizC4BMonK0cE5xpSZV9opEXtFH7jx0pIHjwyLJ3W4FKcwrCwDmGgK1NZfE0l2iZNceiN1l4Sh69P+/3DohoinI98KMW4WK3rqqFY8TVQRxhcUlcNi8+9x0HBy9YUy5OQfUoDD4SrkLLRJ32uvgcpz4KUzy+Vxa4OUSJdK10dMldLqKkBVg3ASBHbMDYaN4TJ0znIb5p9goyYA0karX2UYGugvJqUz67axgJ6G3Tgt4MU+F4Pv0tJvHRgVotnxyDZDO7SkUoGbqHf6eJqKaeq5fPrj9HtMBlaAnVQRemyMCrhgQz3SEbE2o1tQq0u2QINhQG7qTQGm+t9jogwfEmqJWcXfWPtvc1d4vGxylt286WgXK6mFksFdFWxeDarisWzM/ztZv6up/z99+7HsOxF2oNBxVF3rqamBOV/W9Fd9GjjyYcy+N9RCrRWxahQ7hCvq4WxAdoxANR3Rjq4EnF4ib5sF7b8QQS6naz0B896AX+L9qTjCSSO/k9IlZAcoIneAXc7DsV66WgkkI8emjKjUI5X5RiFZfqs6zmUj5CnzHeh0BFEuGGtGqw5OzyrHRx5EWtqUIJSa45DXQTjXeJfjZmPOqPxWH4BWSJQbTp3YVy0DhIQsmQqDgQWJhrVG8sHRPejCMH9oB45S1MYW3MfofHZLEJIWmgHVepTE7kXl4g9Kbu/7F9uvi38TttUborzIDKcYDqJK4OLycJdc1kIPKgWYpSlVkWGfFmxdfqOB2gnqk8tHaSbkKwz1nAJME0jg4XAyIB9VW3AAqLgb+Z5VwTzyFEEZSwkSUedlp98dz3tQyKIng2Rodt1s5sUr1EyieJSwObFEedxOSnDP9raIVAisnSKiBCF/psWKPFdGkqQBBqUuJAf8YNygoQk6ZJJZgzGvj4aNUHuUjcUT20lNdjSRcRqPVCRZCvVeM0UUPu9FF88m/WQxbMLpbg9qcVXmrYTGRP80W3FL4VLGmKopcIecFHzRye+PehLRaFx4YalNB8OtqE8aoaJOWlUo1KYyqMz+otkxSpTskB8a3aQEGCyo7PCS9Anwonozf38Y/nszengJvlnqWSnEVWdx8BdR3C4pqRhHU03r+o+G07FYwG0i9GIlegHuigCStq1oigGPQ50USysKtchPBoYoNiNkA0u1T7S2wClbjai4WEm760tyArfRiO9zeXf6xgmQLkjeJjYAtzCd8CVo9QE3A1czbGTGisffO/qHhllogEdoNtB7Lfr6pYmlJVuQImfEG8FuE4K825bvxAbtk2cqBSRP1PVK4p8XSmorDmQGduLtdoJazMtdaxKbrR1wysNTsg+ZA3b1LCq1c9g/E3WJeoYRVFEYUOV4JtFiPqEbYCPmphF3/FekDYAWSIZdNScZ+Xjg8sJR8A9Ar/VRchfy0h68htJmJ/XAe2kZl/F4oVqZ2UODaJawb+hqQbIKg3dq6aIU5t/zzsLG7FFIhIun+Ar07y2N6bUU68UjUap+pocee12YbtMs48sXy5VCJT0BAGt7TtxUhJlkkUDIF5DYymO9lllpy5cU95vjQWqZpIUa26SsQM560EbeiiSXQ7LR8We5jG6QLKvSxfr8U4OQUcZUqstQok1O2U32GzLyI5bg/dS9EhfQrhdmFJ3DmItYgj840t4K93hamH7aLz4tH/eP7Hhk/KRAoZFtWEdHZRGOlYSvUmjbvxu2rB9Vkke6QzaWp1D8OmZhOETJJ/X+MsnDb96sKOGEH+VXs6ngNH3MFk7j9NJRX9aGb/FCcFiEfT6thzbzANOjOBE96M1wepBYmoCQIusMBqEx0FijsZeYiawAjCElloLVd0uTB8w6Y7lNE1iEKggWIwantYuIBXeorNNXws14zu9UoRfQUMuSOkc2IhTVFWXAF5SNLmPBoKD348FpEakGtToeu+p55fNAdqW/MCjsugXlgQBy2JpAQG/rdQwiA6Yj+oGkhtKtRBeNmxtGy4Ottq1n+wMvmunlLw02Ylmd8Z8kbpZpW/S+sUlwRG9wveykrJxXvqlFh04pO70RM1T7m5nFFkN9YhuVYWN5tHBsw89upVrujQbBwBoa9WFVQrnTgr/Vc1p5Va15tCQuJ1owWHUYqlRStX3DWc6kC0UFExoOmNpRHxp7OIC6/AJaOatOdDe6uGYZW6dhj6XVAsdpkQVRGrH9V2HAYmN16hNX2D7DjN+7Kgv0Y3q78i6pHPGjgbkcE1jQl1mnb6bdKRp8+GLO637l5P7RaF4UXQQVy2Sum7jF0kFo47oJdDHkTBynzL3SX0BlmAPh1iDtWfSlB74DrrX6GDtbYo8Gj+g0qc3M7UJKX2AS7ldUwdny2ezMjEJOgJ7IEBVs66z1OW80buTMn9tJEwtB2kk+kNxJbeZpKgQEjfTR8Dl0e1VDazNtFkvoNS8Phj7htFuoYDtQLKmfw0DB1v4/Tk8ipw2VKxorsCyG3pBy4z0FRkcqu+aepKUplMgwYLtTnaNGk6FdFfDZ6oJPTYRQdi2l1xLNay3EOfPHkr+auyiwS3qErKFkHK5zccwYBYJIVuyW8zH4PqaJLKj2uaSbUC2MA6TYws4S855wogoarJ0sF2iMtcHL6lYF+gAFDZg1YHX4tE8RrWKNgFV5GSpZxVGh08nZf5KYeDednSmw0TVwsHrcImiazlwkZRGrye8C5wj9WKlIFqaj7Z+7KKRHbwnoaqhN4exS2dMH938Oadxk9fQzkrTQ0/x2k6V8Iy6QGEozKbYbiyJiEXHwFLAUrWGeXXAnJV9gaXiE98PX4CWNgHBZ7p0sY5W52v7X6gStkW9a/DIxsxErqrORUCWJEFZF8e9NBTKAHZs4YeAcZ66xmCug3RU8Tgd7gPMnrdTjtuFGWz/6PD95KYO0fCwEo+Qd6SN9UOoxoezUFU6C3pJZRTbyc85RdKBVbpoFrYSDlIigud4SCO5Fg1RHfhqssq/cRRG18XbATqsBKIhtNOQ0RiG63Koa/DhQHVyPFyXm1tdG7qdG4epaIYmLj7QdCuAaXSBswsEShDtWMQWlTCuD8Tik0eqhZQJCGYpaXhy7Uf5HmWSkkaa9N4Sjiqxu1B3Usyf3tghTlYzXtvGllFHPdvGHJGOpRVtyGmhSYwGf/RXzRkQXMVuV4z9UNmq08TQZLSuJ01x6o0f3alb6yh+rBiN9ZJEL+0fwdBXDCBaCzSHLDRFE+I531p88j1QkPOqUR8vSM60IM56f7puJ3W6qlfJgfUDSVfODtQvB2MsQPO3IqIkpdoiRXm5Ns7T5czxWpFR5/I6Z7X6v64SXq2ae6WC9ErSMTrFQQaUA5nuzCi3S4aYvwgXPbXYqIsbRiyj9nW1eDivK5yNMtDozHvr8lkANz+ddCcF/dril1chUdTUsC6uoEsaGYtBa1Z+2dYJx9JRY6gajyByQwxt7Dja5sGA1VmSzuoYEJ3QCHZnE1P97TiAlijRABzpTNHFXqXYrP34DJI2vdrFYfnJ9zj46sV0DP3QKo7dQDlfa3ypkxxYUbBpNUb+pJpfYzuLqmldOemeLxQZ6uza0L9qkNh6exZnX7C3YFGB9P8g/APNpkvDvTF2rAAP6dwHVhSF5kZThMF20WWXxXYmWYMiTU6TxRJiT92Wz2bgFpw4kdHlNQH1eWf53TjSnxT1y3uEa4FwUCW1FR3wVyFlC0QOBIYG1I74RwALTscYuguCmgOBJiQarH7gZ6SjiabqFxBKqWwXxvjRCczHN4+MZvC6OgWV0Z8FpI6dwSHJNjI/6w8yNNvpqmbls0da0K54a0CT2x90dN0m1WuBRJXLXJ4d8M+vEPvLD/hXwxV0L48CNsEIcQ7hErdKwegoePjDDaHSezBjNNO97bmRGPRkWk/fX8iW3XawfXgVYzkSc667alE7hQ9Wq3/pUog10c00jK6B1dlPh1f2GkmQaDcQB80E7VHiz8eP/uSJ/odHEu+ub03ZCHN1GS/GyfXwMdKpJpf9kjwb3ecKbWpFn6bGtmvW3P+5ib6itsE4fB10l6i7Wto1FLswCiIZRtciDKSh+hL7IQz10f+Evj4sGEH/1AWwNrNPHW8mOMnrbLXoFkBXH+7akrWIH82fUeyrYtOfvGR/zh9BGM/2Mo24Nke11q/8qFICBpZox7OVoLEa+wKdJX7a0crclmzHmOH8IIMOQXRSPR3FzG2RIvlgArOIia5czH7Kr6sESp7mP/PrecHNf4Zz/JR1aU415jUvC+vuP6n1VwYwVTPnCsOI1plkJr2B18hNK7Luq46sh97REnnuUpFzK70O6Lpkm0sH26VZvsyD+YXf5cN5itd2tguk0MtsNucx2Lmm8JdJ9AXOyKuQThi9JtDVH7yq24fVSsPpUtzi5KOPRNgONsBxGGzZ/lvc9mphNB8d5p7azFv2/iqX63nDj453ni+r1/unff8jxl//XePS2/UgtFZiMPxlI5aX16eHu4evvMj5LUS5qefJbaLNN4/PL/d37Z86Yrv5tteXbly5vf3s6S+7zybvdG1ov0u66Gl2X25u85dd2e/z7U3Y+dt8W77sU9591hXFW3PrdjF92fz8P05rjsI=');
CREATE TABLE schema_version (number BIGINT PRIMARY KEY);
INSERT INTO "schema_version" VALUES(1);
INSERT INTO "schema_version" VALUES(2);
INSERT INTO "schema_version" VALUES(3);
INSERT INTO "schema_version" VALUES(4);
INSERT INTO "schema_version" VALUES(5);
INSERT INTO "schema_version" VALUES(6);
INSERT INTO "schema_version" VALUES(7);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    rules BIGINT NOT NULL, 
    seed TEXT NOT NULL,
    settings TEXT NOT NULL,
    host TEXT NOT NULL,
    request TEXT NOT NULL, 
    created BIGINT NOT NULL,
    
    state TEXT NOT NULL,
    public BIGINT NOT NULL, 
    changed BIGINT NOT NULL,
    asked TEXT NOT NULL, 
    due BIGINT 
);
INSERT INTO "tables" VALUES('KEE8zMBlsaOiAzRy',2,'1c2d3f1c0becd74049de21ffc4e59f5f06c5cdef06aba472f93ac49e17bab712','{"game":"osaka","seats":2,"options":{"tokens":2},"language":"en","clock":null,"memory":"open","public":true,"timeout":"bot","substitute":"casual","absence":null,"fill":null,"pace":0.0}','fe40ee5904b11541','b048cbbb',1795029602369,'over',1,1795029603267,'',NULL);
INSERT INTO "tables" VALUES('ndG0NzAa2KFNghBI',2,'fc2db92592574312c39d879aaf71d04d0427b8f5b4d4cf69156ddcdd4b2e2339','{"game":"osaka","seats":2,"options":{"tokens":2},"language":"en","clock":null,"memory":"open","public":true,"timeout":"bot","substitute":"casual","absence":null,"fill":null,"pace":0.0}','fe40ee5904b11541','384ab3d3',1795029603291,'over',1,1795029603989,'',NULL);
INSERT INTO "tables" VALUES('NjVqSMjI61_xUUuL',1,'bd1ad8fe60b62eb1f09bef876fc4415a2acc580f809c01d48ff7d3a0f15c08fc','{"game":"batavia","seats":3,"options":{},"language":"en","clock":null,"memory":"open","public":false,"timeout":"bot","substitute":"casual","absence":null,"fill":null,"pace":0.0}','fe40ee5904b11541','c0fb5b2c',1795029604109,'playing',0,1795029610485,'1',NULL);
INSERT INTO "tables" VALUES('3gbDdzRgnFYrTt2v',2,'6dab1634f6d5ae5ed4c9ccd8e96c78f003093839e503acfa3220a641ba7f454d','{"game":"negoces","seats":4,"options":{"revisions":0,"sales":0},"language":"en","clock":null,"memory":"open","public":false,"timeout":"bot","substitute":"casual","absence":null,"fill":null,"pace":0.0}','3a8b1cda4fd8f708','93f3262e',1795029604848,'waiting',0,1795029604848,'',NULL);
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY, 
    player TEXT NOT NULL,
    created BIGINT NOT NULL
);
INSERT INTO "tokens" VALUES('health','',1795029629771);
INSERT INTO "tokens" VALUES('8799107ee5eb053cd926118286ec24c53f5741e5518ca4158ce1d6eb8620a5ef','fe40ee5904b11541',1795029599076);
INSERT INTO "tokens" VALUES('e03f7359c46d30659042876b7fa590e1e25b3e2c0f7f704a68f44878f54e0497','a93d10be73defb2d',1795029601147);
INSERT INTO "tokens" VALUES('89e0f99222a0ce733e0462f7aed2ceed71a0638817e7d68238392381122caf01','3a8b1cda4fd8f708',1795029602282);
CREATE UNIQUE INDEX tables_request ON tables (host, request);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX tables_lobby ON tables (public, state, changed);
CREATE UNIQUE INDEX entries_request ON entries (table_id, player, request);
CREATE INDEX places_player ON places (player);
CREATE UNIQUE INDEX players_recovery ON players (recovery);
CREATE UNIQUE INDEX players_login ON players (login);
CREATE INDEX results_ended ON results (game, ended);
CREATE UNIQUE INDEX players_skeleton ON players (skeleton);
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX passkeys_player ON passkeys (player);
CREATE INDEX relations_other ON relations (other);
CREATE INDEX pushes_player ON pushes (player);
CREATE INDEX announcements_due ON announcements (mailed, created);
CREATE INDEX results_who ON results (who, ended);
COMMIT;
