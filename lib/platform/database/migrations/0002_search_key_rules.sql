CREATE TABLE "console"."key_rules" (
	"keys" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL
);
