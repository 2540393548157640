// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The broken Redis locks, each on the same real server or cluster, which starts with the first and ends with the JVM. */
public final class RedisMutants implements MutantCatalog {

    /** For the service loader. */
    public RedisMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "redis";
    }

    @Override
    public List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(AcquireMutants.all());
        all.addAll(HoldMutants.all());
        all.addAll(TokenMutants.all());
        all.addAll(ClusterMutants.all());
        all.addAll(SwitchMutants.all());
        return all;
    }

    static Mutant mutant(String id, String broken, Rule rule, Function<String, LockBackend> opener) {
        return mutant(id, broken, rule, SimpleRedis.STEPS, opener);
    }

    static Mutant mutant(String id, String broken, Rule rule, RedisSteps steps, Function<String, LockBackend> opener) {
        return new Mutant(id, broken, Set.of(rule), () -> new RedisFixture(Server.SHARED, steps, opener));
    }

    static RedisServer server() {
        return Server.SHARED;
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final RedisServer SHARED = RedisServer.start();
    }
}
