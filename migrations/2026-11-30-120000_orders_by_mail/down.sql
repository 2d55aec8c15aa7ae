DROP TABLE order_mails;
DROP TABLE reply_addresses;
