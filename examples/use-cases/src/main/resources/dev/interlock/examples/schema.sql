-- Interlock, examples: the tables of the use cases, for MySQL 8.0. Run at the start with examples.schema=create, or by hand.
-- Every effect is a row with the id of its request, so that a repeated request does nothing twice.
-- There is deliberately no unique key on what the locks guard (one order for a voucher and a user, one run for a tick, the
-- number of an invoice) and no
-- CHECK on the stock: they would hide a lock that fails. In production, use both.
CREATE TABLE IF NOT EXISTS counter (
  name  VARCHAR(100) NOT NULL PRIMARY KEY,
  value BIGINT       NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS counter_step (
  request_id    VARCHAR(100) NOT NULL PRIMARY KEY,
  name          VARCHAR(100) NOT NULL,
  value         BIGINT       NOT NULL COMMENT 'what this step wrote',
  fencing_token BIGINT       NOT NULL,
  KEY of_counter (name)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS voucher (
  name  VARCHAR(100) NOT NULL PRIMARY KEY,
  stock INT          NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS voucher_order (
  request_id    VARCHAR(100) NOT NULL PRIMARY KEY,
  voucher       VARCHAR(100) NOT NULL,
  user_name     VARCHAR(100) NOT NULL,
  fencing_token BIGINT       NOT NULL,
  KEY of_user (voucher, user_name)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS item (
  name  VARCHAR(100) NOT NULL PRIMARY KEY,
  stock INT          NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS deduction (
  request_id    VARCHAR(100) NOT NULL PRIMARY KEY,
  item          VARCHAR(100) NOT NULL,
  quantity      INT          NOT NULL,
  stock_left    INT          NOT NULL COMMENT 'what this one wrote',
  fencing_token BIGINT       NOT NULL,
  KEY of_item (item)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS account (
  name    VARCHAR(100) NOT NULL PRIMARY KEY,
  balance BIGINT       NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS transfer (
  request_id   VARCHAR(100) NOT NULL PRIMARY KEY,
  from_account VARCHAR(100) NOT NULL,
  to_account   VARCHAR(100) NOT NULL,
  amount       BIGINT       NOT NULL,
  from_token   BIGINT       NOT NULL,
  to_token     BIGINT       NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS shop_order (
  id    VARCHAR(100) NOT NULL PRIMARY KEY,
  state VARCHAR(20)  NOT NULL,
  steps INT          NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS order_step (
  request_id    VARCHAR(100) NOT NULL PRIMARY KEY,
  order_id      VARCHAR(100) NOT NULL,
  step          INT          NOT NULL,
  from_state    VARCHAR(20)  NOT NULL,
  to_state      VARCHAR(20)  NOT NULL,
  fencing_token BIGINT       NOT NULL,
  KEY of_order (order_id, step)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS nightly_run (
  run           BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tick          BIGINT       NOT NULL COMMENT 'seconds since 1970 by the period of the job',
  instance      VARCHAR(100) NOT NULL,
  sold          BIGINT       NOT NULL,
  fencing_token BIGINT       NOT NULL,
  KEY of_tick (tick)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS purchase (
  entered BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  id      VARCHAR(100) NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS invoice (
  issued        BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  number        BIGINT NOT NULL,
  purchase      BIGINT NOT NULL COMMENT 'entered of the purchase',
  fencing_token BIGINT NOT NULL COMMENT 'the term of the leader',
  KEY of_purchase (purchase),
  KEY of_number (number)
) ENGINE = InnoDB;
