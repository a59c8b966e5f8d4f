CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  price INTEGER
);

SELECT name, price FROM items WHERE price > 10;

DELETE FROM items WHERE price < 0;
