DROP TABLE muted_games;
DROP TABLE notification_settings;
DROP TABLE deliveries;
DROP TABLE channels;
