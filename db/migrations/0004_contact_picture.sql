CREATE TABLE "contact_picture" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"media_type" text NOT NULL,
	"birthdate" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_picture" ADD CONSTRAINT "contact_picture_message_id_contact_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_picture_at" ON "contact_picture" USING btree ("at");