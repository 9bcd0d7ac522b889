CREATE TABLE "service"."import_batches" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_ids" json NOT NULL,
	"sealed" text,
	"failed" json,
	CONSTRAINT "import_batches_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
DROP TABLE "service"."import_items" CASCADE;--> statement-breakpoint
ALTER TABLE "service"."import_batches" ADD CONSTRAINT "import_batches_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "service"."imports"("id") ON DELETE cascade ON UPDATE no action;