CREATE TABLE "console"."audit_months" (
	"month" date NOT NULL,
	"environment" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "audit_months_month_environment_actor_id_kind_pk" PRIMARY KEY("month","environment","actor_id","kind")
);
--> statement-breakpoint
CREATE TABLE "console"."audit_people" (
	"month" date NOT NULL,
	"environment" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "audit_people_month_environment_actor_id_kind_user_id_pk" PRIMARY KEY("month","environment","actor_id","kind","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."audit_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."audit" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "console"."audit" ADD COLUMN "user_count" integer;--> statement-breakpoint
ALTER TABLE "console"."audit" ADD COLUMN "details" jsonb;