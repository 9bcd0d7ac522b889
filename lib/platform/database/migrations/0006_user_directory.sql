CREATE TABLE "console"."directories" (
	"environment" text PRIMARY KEY NOT NULL,
	"users" integer DEFAULT 0 NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"complete_from" timestamp (3) with time zone,
	"crawl" integer DEFAULT 0 NOT NULL,
	"crawl_started_at" timestamp (3) with time zone,
	"progressed_at" timestamp (3) with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"is_steady" boolean DEFAULT true NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."directory_connections" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"created_on" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_connections_environment_user_id_slug_pk" PRIMARY KEY("environment","user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_seen" (
	"environment" text NOT NULL,
	"block" integer NOT NULL,
	"bits" "bytea" NOT NULL,
	CONSTRAINT "directory_seen_environment_block_pk" PRIMARY KEY("environment","block")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_users" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "console"."directory_users_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference_key" text collate "C",
	"created_on" timestamp (3) with time zone NOT NULL,
	"sources" text[] NOT NULL,
	"body" json NOT NULL,
	"digest" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"of_total" integer NOT NULL,
	"is_missed" boolean NOT NULL,
	CONSTRAINT "directory_users_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE INDEX "directory_connections_newest" ON "console"."directory_connections" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id","slug");--> statement-breakpoint
CREATE INDEX "directory_connections_of_source" ON "console"."directory_connections" USING btree ("environment","slug","created_on" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_users_number" ON "console"."directory_users" USING btree ("environment","number");--> statement-breakpoint
CREATE INDEX "directory_users_newest" ON "console"."directory_users" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "directory_users_by_reference" ON "console"."directory_users" USING btree ("environment","reference_key","user_id");--> statement-breakpoint
CREATE INDEX "directory_users_unconnected" ON "console"."directory_users" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id") WHERE sources = '{}';--> statement-breakpoint
CREATE INDEX "directory_users_reference" ON "console"."directory_users" USING gin ("reference_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "directory_users_sources" ON "console"."directory_users" USING gin ("sources");