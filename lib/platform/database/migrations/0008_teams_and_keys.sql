CREATE TABLE "service"."keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"prefix" text NOT NULL,
	"team_ids" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service"."teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "service"."imports_unfinished";--> statement-breakpoint
DROP INDEX "service"."imports_newest";--> statement-breakpoint
DROP INDEX "service"."webhook_endpoints_of_team";--> statement-breakpoint
DROP INDEX "console"."past_imports_newest";--> statement-breakpoint
DROP INDEX "auth"."sessions_of_staff";