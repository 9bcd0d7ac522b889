CREATE TABLE "console"."critical_acknowledgements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_acknowledgements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"comment" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "acknowledgements_of_order" ON "console"."critical_acknowledgements" USING btree ("environment","order_id","id");