CREATE TABLE "operator_invitation" (
	"email" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_station" (
	"person_id" uuid NOT NULL,
	"branch_code" text NOT NULL,
	CONSTRAINT "operator_station_person_id_branch_code_pk" PRIMARY KEY("person_id","branch_code")
);
--> statement-breakpoint
CREATE TABLE "role_proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "role_proposal_two" CHECK ("role_proposal"."state" <> 'confirmed' or ("role_proposal"."decided_by" <> "role_proposal"."proposed_by" and "role_proposal"."decided_by" <> "role_proposal"."person_id")),
	CONSTRAINT "role_proposal_state" CHECK (("role_proposal"."state" = 'waiting') = ("role_proposal"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "branch_code" text;--> statement-breakpoint
ALTER TABLE "operator_invitation" ADD CONSTRAINT "operator_invitation_invited_by_person_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_station" ADD CONSTRAINT "operator_station_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_station" ADD CONSTRAINT "operator_station_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_proposal" ADD CONSTRAINT "role_proposal_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_proposal" ADD CONSTRAINT "role_proposal_proposed_by_person_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_proposal" ADD CONSTRAINT "role_proposal_decided_by_person_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_invitation_expiring" ON "operator_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "operator_station_of_branch" ON "operator_station" USING btree ("branch_code");--> statement-breakpoint
CREATE UNIQUE INDEX "role_proposal_waiting" ON "role_proposal" USING btree ("person_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "role_proposal_of_person" ON "role_proposal" USING btree ("person_id","proposed_at");--> statement-breakpoint
CREATE INDEX "points_adjustment_waiting" ON "points_adjustment" USING btree ("proposed_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "audit_of_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_of_day" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_message_of_station" ON "contact_message" USING btree ("branch_code","at","id") WHERE branch_code <> '';--> statement-breakpoint
CREATE FUNCTION attempt_station() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT d.branch_code INTO NEW.branch_code FROM debt d WHERE d.reference = NEW.debt_reference;
  RETURN NEW;
END $$;--> statement-breakpoint
-- A trigger, so that the previous version's attempts have their station too.
CREATE TRIGGER attempt_station BEFORE INSERT ON "payment_attempt"
  FOR EACH ROW EXECUTE FUNCTION attempt_station();--> statement-breakpoint
UPDATE "payment_attempt" a SET branch_code = d.branch_code FROM "debt" d
  WHERE d.reference = a.debt_reference AND d.branch_code IS NOT NULL;--> statement-breakpoint
CREATE INDEX "attempt_of_station" ON "payment_attempt" USING btree ("branch_code","created_at","id");--> statement-breakpoint
CREATE INDEX "person_role_of_operators" ON "person_role" USING btree ("role_code") WHERE role_code <> '2';