// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.history.StoreModel;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A whole move from one real store to another, by processes of which two phases run at a time, under stops and kills.
 * The history of all phases is one: each lock has one owner at a time, its tokens grow, and a guard that knows nothing of
 * the move loses no update.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class MoveIT {

    private static final int ROUNDS = 10;
    private static final int MANY = 300;

    /** How long a process may take to notice that it was stopped. */
    private static final Duration NOTICE = Duration.ofSeconds(10);

    /** The cheapest of them: the other ones need a server more, and seconds until a session has ended. */
    @Test
    void from_one_database_of_redis_to_another() throws Exception {
        betweenDatabases(ROUNDS);
    }

    @Test
    @Tag("nightly")
    void from_one_database_of_redis_to_another_for_longer() throws Exception {
        betweenDatabases(MANY);
    }

    private static void betweenDatabases(int rounds) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            move("database", redis, redis.uri() + "/1", rounds);
        }
    }

    @Test
    @Tag("nightly")
    void from_redis_to_zookeeper() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ZookeeperServer zookeeper = ZookeeperServer.start()) {
            move("zookeeper", redis, zookeeper(zookeeper), MANY);
        }
    }

    @Test
    @Tag("nightly")
    void from_redis_to_mysql() throws Exception {
        try (RedisServer redis = RedisServer.start();
                SqlServer mysql = SqlServer.start(SqlProduct.MYSQL)) {
            String separator = mysql.url().contains("?") ? "&" : "?";
            String uri = mysql.url() + separator + "user=" + mysql.user() + "&interlock.schema=create";
            move("mysql", redis, uri, MANY);
        }
    }

    /** The checks can fail: a client that knows no generation goes on behind the switch. Guards refuse its tokens. */
    @Test
    @Tag("nightly")
    void a_client_without_the_generation_behind_the_switch_is_seen_and_refused() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ZookeeperServer zookeeper = ZookeeperServer.start();
                MoveRun run = new MoveRun(ROUNDS)) {
            MoveUris uris = new MoveUris(redis.uri(), zookeeper(zookeeper));
            ClientProcess both = run.start("both", uris.both());
            ClientProcess generation = run.start("generation", uris.bothWithGeneration());
            run.awaitRounds(both);
            run.awaitRounds(generation);
            MoveRun.LOCKS.forEach(lock -> moveTokensOn(redis, lock));
            for (int i = 0; i < 10; i++) {
                run.awaitRounds(generation);
            }
            run.stop(both);
            run.stop(generation);
            History history = run.history();
            assertThat(new ServerCheck(StoreModel.lease().promisingFromInvoke()).check(history))
                    .isInstanceOf(Verdict.Illegal.class);
            assertThat(new EffectCheck().check(history))
                    .isInstanceOfSatisfying(
                            Verdict.Ok.class,
                            effects -> assertThat(effects.counts().get("effects refused"))
                                    .isPositive());
        }
    }

    /** The session bounds how long a process that was killed keeps its locks. */
    private static String zookeeper(ZookeeperServer server) {
        return "zookeeper://" + server.connectString() + "/locks?sessionTimeout=4s";
    }

    private static void move(String name, RedisServer redis, String to, int rounds) throws Exception {
        MoveUris uris = new MoveUris(redis.uri(), to);
        try (MoveRun run = new MoveRun(rounds)) {
            ClientProcess old = run.start("old", uris.from());
            ClientProcess both = run.start("both", uris.both());
            run.overlap(both, old);
            run.kill(old);

            ClientProcess generation = run.start("generation", uris.bothWithGeneration());
            run.overlap(generation, both);
            requireRefused(uris);
            run.kill(both);
            run.awaitRounds(generation);

            // The last of those that know no generation is gone: the old store's tokens may reach the switch.
            for (String lock : MoveRun.LOCKS) {
                moveTokensOn(redis, lock);
            }
            moveTokensOn(redis, "interlock-moved");
            run.awaitRounds(generation);
            ClientProcess recent = run.start("new", uris.movedAndLookedAt());
            run.overlap(recent, generation);
            run.overlap(generation, recent);
            run.kill(generation);
            run.awaitRounds(recent);
            run.stop(recent);

            History history = run.history();
            history.write(Path.of("target", "history-move-" + name + "-" + rounds + ".tsv"), Long.MAX_VALUE);
            require(new ServerCheck(StoreModel.lease().promisingFromInvoke()).check(history));
            require(new BeliefCheck(NOTICE, Set.of()).check(history));
            require(new EffectCheck().check(history));
        }
    }

    /** The end of the move is refused as long as the old store's tokens are in use. */
    private static void requireRefused(MoveUris uris) {
        assertThatThrownBy(() -> LockClient.connect(uris.movedAndLookedAt()).close())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("is not over");
    }

    /** As time does, which a test does not wait for. */
    private static void moveTokensOn(RedisServer redis, String lock) {
        redis.command("SET", "interlock:{" + lock + "}:token", Long.toString(MoveUris.SWITCH));
    }

    private static void require(Verdict verdict) {
        assertThat(verdict)
                .as(() -> verdict instanceof Verdict.Illegal illegal ? illegal.story() : verdict.toString())
                .matches(Verdict::passes);
        System.out.println(verdict);
    }
}
