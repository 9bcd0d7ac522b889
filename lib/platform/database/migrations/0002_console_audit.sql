CREATE SCHEMA "console";
--> statement-breakpoint
CREATE TABLE "console"."audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_email" text,
	"role" text,
	"environment" text,
	"action" text NOT NULL,
	"subjects" text[] NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"request_id" text NOT NULL,
	"duration" integer NOT NULL,
	"completes" bigint
);
--> statement-breakpoint
CREATE INDEX "audit_at" ON "console"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "console"."audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_of_action" ON "console"."audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_unusual" ON "console"."audit" USING btree ("outcome","id") WHERE outcome <> 'done';--> statement-breakpoint
CREATE INDEX "audit_about" ON "console"."audit" USING gin ("subjects");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_one_end" ON "console"."audit" USING btree ("completes") WHERE completes is not null;--> statement-breakpoint
CREATE FUNCTION "console"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % is refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."audit" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_append_only";
