CREATE TABLE log AS
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
  SELECT i AS id, 'user' || (i * 7919 % 10007) AS user,
         'https://www.example.org/articles/' || (i * 31 % 4001) || '/index.html' AS page,
         'The reader followed a link from the list of "recent articles".' AS note
  FROM n;
