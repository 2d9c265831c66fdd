ALTER TABLE "payment_attempt" ADD CONSTRAINT "attempt_state" CHECK ("payment_attempt"."state" in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED'));--> statement-breakpoint
-- P6: an attempt moves along the listed edges (`attemptMay` in the contract), whoever writes it.
CREATE FUNCTION attempt_follows_edges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
    ('CREATED', 'PROCESSING'), ('CREATED', 'PAID'), ('CREATED', 'REJECTED'), ('CREATED', 'EXPIRED'), ('CREATED', 'VOIDED'),
    ('PROCESSING', 'PAID'), ('PROCESSING', 'REJECTED'), ('PROCESSING', 'EXPIRED'), ('PROCESSING', 'VOIDED'),
    ('PAID', 'VOIDED'), ('PAID', 'REFUNDED'),
    ('EXPIRED', 'PAID'), ('EXPIRED', 'VOIDED'),
    ('VOIDED', 'REFUNDED')
  ) THEN
    RAISE EXCEPTION 'payment attempt % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_edges BEFORE UPDATE OF "state" ON "payment_attempt"
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION attempt_follows_edges();
