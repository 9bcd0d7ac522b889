CREATE TABLE "console"."people_index" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid,
	"hashes" bigint[] NOT NULL,
	CONSTRAINT "people_index_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE INDEX "people_index_user" ON "console"."people_index" USING btree ("environment","user_id");--> statement-breakpoint
CREATE INDEX "people_index_hashes" ON "console"."people_index" USING gin ("hashes");