DROP INDEX refresh_tokens_by_age;
DROP INDEX sessions_by_expiry;
