CREATE TABLE "console"."catalogue" (
	"environment" text NOT NULL,
	"kind" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"lab_id" text,
	"origin" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "catalogue_environment_kind_id_pk" PRIMARY KEY("environment","kind","id")
);
