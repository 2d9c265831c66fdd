CREATE TABLE "import_row" (
	"import" integer NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	CONSTRAINT "import_row_import_key_pk" PRIMARY KEY("import","key")
);
--> statement-breakpoint
CREATE TABLE "import" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"login" text NOT NULL,
	"created" integer NOT NULL,
	"updated" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "import_counts" CHECK (least("import"."created", "import"."updated", "import"."unchanged") >= 0)
);
--> statement-breakpoint
CREATE TABLE "reference_item" (
	"list" text NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "reference_item_list_code_pk" PRIMARY KEY("list","code")
);
