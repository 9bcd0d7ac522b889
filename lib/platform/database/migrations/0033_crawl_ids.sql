-- Half of each page stays free: a mark that changes then writes no index.
CREATE TABLE "console"."directory_crawled" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"crawl_id" integer NOT NULL,
	CONSTRAINT "directory_crawled_environment_user_id_pk" PRIMARY KEY("environment","user_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
DROP TABLE "console"."directory_seen";--> statement-breakpoint
DROP INDEX "console"."directory_users_number";--> statement-breakpoint
ALTER TABLE "console"."directory_users" DROP COLUMN "number";--> statement-breakpoint
-- A crawl under way begins again: whom it has seen is no longer known.
UPDATE "console"."directories" SET "crawl_started_at" = NULL, "retry_at" = NULL;
