ALTER TABLE "sale_conflict" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sale_conflict" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
CREATE INDEX "sale_conflict_waiting" ON "sale_conflict" USING btree ("at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "sale_event_list" ON "sale_event" USING btree ("at") WHERE kind = 'sale';--> statement-breakpoint
CREATE INDEX "sale_event_of_station" ON "sale_event" USING btree ("branch_code","at");--> statement-breakpoint
CREATE INDEX "sale_event_of_ticket" ON "sale_event" USING btree ("ticket","at");--> statement-breakpoint
CREATE INDEX "sale_event_of_cfe" ON "sale_event" USING btree ((split_part(identity, ':', 4) || ' ' || split_part(identity, ':', 5))) WHERE identity like 'cfe:%';--> statement-breakpoint
CREATE INDEX "sale_event_of_card_payment" ON "sale_event" USING gin ((jsonb_path_query_array(payments, '$[*].rrn'))) WHERE payments @? '$[*].rrn ? (@ != "")';