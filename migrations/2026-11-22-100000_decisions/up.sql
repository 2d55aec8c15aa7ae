-- The whole record of a computer player's decision takes the place of its reasons alone.
ALTER TABLE order_sets ADD COLUMN decision TEXT;
UPDATE order_sets
   SET decision = '{"orders":[],"level":"","reasons":' || reasons || ',"seed":"","playouts":0,"ai_version":""}'
 WHERE author = 'ai';
ALTER TABLE order_sets DROP COLUMN reasons;
