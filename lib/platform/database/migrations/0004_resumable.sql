CREATE TABLE "service"."data_sets" (
	"seed" integer PRIMARY KEY NOT NULL,
	"users" integer NOT NULL,
	"orders" integer NOT NULL,
	"today" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."directory_early_data" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "directory_early_data_environment_user_id_slug_pk" PRIMARY KEY("environment","user_id","slug")
);
