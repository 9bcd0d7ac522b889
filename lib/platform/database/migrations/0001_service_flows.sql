CREATE TABLE "service"."appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"confirm_at" timestamp (3) with time zone,
	"give_up_at" timestamp (3) with time zone NOT NULL,
	"body" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."credentials" (
	"hash" text PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"grant" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."import_items" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"oauth_scopes" json NOT NULL,
	"sealed" text,
	"imported" boolean,
	CONSTRAINT "import_items_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "service"."imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "service"."connections" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "service"."appointments" ADD CONSTRAINT "appointments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "service"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."credentials" ADD CONSTRAINT "credentials_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service"."import_items" ADD CONSTRAINT "import_items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "service"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_one_open" ON "service"."appointments" USING btree ("order_id") WHERE status not in ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "appointments_unsettled" ON "service"."appointments" USING btree ("give_up_at") WHERE status in ('reserved', 'pending');--> statement-breakpoint
CREATE INDEX "credentials_expiry" ON "service"."credentials" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "import_items_open" ON "service"."import_items" USING btree ("import_id","position") WHERE imported is null;--> statement-breakpoint
CREATE INDEX "imports_unfinished" ON "service"."imports" USING btree ("created_at") WHERE finished_at is null;