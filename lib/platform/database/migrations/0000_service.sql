CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SCHEMA "service";
--> statement-breakpoint
CREATE TABLE "service"."connections" (
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"created_on" timestamp (3) with time zone NOT NULL,
	"body" json NOT NULL,
	CONSTRAINT "connections_user_id_slug_pk" PRIMARY KEY("user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "service"."orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"method" text collate "C" NOT NULL,
	"last_status" text collate "C" NOT NULL,
	"interpretation" text,
	"activation_type" text NOT NULL,
	"patient_name" text NOT NULL,
	"patient_key" text collate "C" NOT NULL,
	"recipient_key" text collate "C" NOT NULL,
	"search_key" text collate "C" NOT NULL,
	"body" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."team_totals" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"users" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"client_user_id" text,
	"created_on" timestamp (3) with time zone NOT NULL,
	"fallback_birth_date" json,
	"fallback_time_zone" json,
	"ingestion_start" date,
	"ingestion_end" date,
	"info" json
);
--> statement-breakpoint
ALTER TABLE "service"."connections" ADD CONSTRAINT "connections_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."orders" ADD CONSTRAINT "orders_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "service"."orders" USING btree ("team_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_oldest" ON "service"."orders" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_patient" ON "service"."orders" USING btree ("team_id","patient_key","id");--> statement-breakpoint
CREATE INDEX "orders_by_patient_desc" ON "service"."orders" USING btree ("team_id","patient_key" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "service"."orders" USING btree ("team_id","last_status","id");--> statement-breakpoint
CREATE INDEX "orders_by_status_desc" ON "service"."orders" USING btree ("team_id","last_status" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_status_newest" ON "service"."orders" USING btree ("team_id","last_status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_updated" ON "service"."orders" USING btree ("team_id","updated_at");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "service"."orders" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_of_transaction" ON "service"."orders" USING btree ("order_transaction_id");--> statement-breakpoint
CREATE INDEX "orders_critical" ON "service"."orders" USING btree ("team_id","created_at" DESC NULLS FIRST) WHERE interpretation = 'critical';--> statement-breakpoint
CREATE INDEX "orders_search" ON "service"."orders" USING gin ("search_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_newest" ON "service"."users" USING btree ("team_id","created_on" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_client_user_id" ON "service"."users" USING btree ("team_id","client_user_id");--> statement-breakpoint
-- Bodies live beside the rows, so that filters, counts and deep pages read narrow rows only.
ALTER TABLE "service"."orders" SET (toast_tuple_target = 1024);--> statement-breakpoint
ALTER TABLE "service"."orders" ALTER COLUMN "body" SET STORAGE EXTERNAL;
