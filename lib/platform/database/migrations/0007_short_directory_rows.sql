-- What an earlier crawl has read lies in another form; the next one reads it all again.
TRUNCATE "console"."directories", "console"."directory_users", "console"."directory_connections", "console"."directory_seen";--> statement-breakpoint
CREATE TABLE "console"."directory_bodies" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"body" json NOT NULL,
	CONSTRAINT "directory_bodies_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
DROP INDEX "console"."directory_users_newest";--> statement-breakpoint
CREATE INDEX "directory_users_newest" ON "console"."directory_users" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id","reference_key");--> statement-breakpoint
ALTER TABLE "console"."directory_users" DROP COLUMN "body";