CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"person_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"detail" boolean NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_session_hash_unique" UNIQUE("session_hash"),
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscription_keys" CHECK (("push_subscription"."platform" = 'web') = ("push_subscription"."p256dh" <> ''))
);
--> statement-breakpoint
ALTER TABLE "notification_preference" ADD COLUMN "push" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_hash_session_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."session"("token_hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscription_of_person" ON "push_subscription" USING btree ("person_id","registered_at");