// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.ReadingClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A guard for what is kept in Redis: a claim and its effect are one script, so nothing gets between them. Thread-safe.
 *
 * <p>The locks may be in any store; the guarded keys and the guard's own must be in one Redis. Where the whole effect
 * can be written in Lua, {@link #eval(FencingClaim, String, List, List)} is all it takes. Where a program reads, thinks and writes, it
 * {@linkplain #claim(FencingClaim) claims} before the first read and writes with {@link #setIfKept} or {@link #evalIfKept}.
 *
 * <p><b>Keys.</b> The guard keeps {@code interlock:{<lock>}:fence:<domain>}, without a time to live: a claim that was
 * forgotten would let every older holder in. For the same reason Redis must not evict it: {@link #validate} checks
 * that. Delete it only when its resource is gone. In a cluster a script works in one slot, so the guarded keys must
 * carry the lock's {@link #tag}.
 *
 * <p><b>Readers and writers.</b> Both use the key and the {@link #tag} of the writing half, such as
 * {@code prices/write}. A reader claims again with each effect, by {@link #set(ReadingClaim, String, String)} or
 * {@link #eval(ReadingClaim, String, List, List)}. It has no {@code setIfKept}: after a loss of data the claim of another
 * reader would look as if its own were still there.
 *
 * <p><b>Failures.</b> What Jedis throws passes through. After a time-out or a broken connection the script may have
 * been run. To claim again is safe, and a script may be sent again if it does the same when it is run twice. If a
 * script fails half-way, the claim and what the script did until then stay: Redis undoes nothing. Failover to a
 * replica that lacks the last writes loses claims together with their effects, as they are one write to the replica; a
 * holder that goes on with {@link #setIfKept} or {@link #evalIfKept} learns of it by an exception.
 */
public final class RedisFencingGuard {

    private static final String STALE = "INTERLOCKSTALE ";
    private static final String GONE = "INTERLOCKGONE ";
    private static final String FOREIGN = "INTERLOCKFOREIGN ";
    private static final String SET = "return redis.call('SET', KEYS[1], ARGV[1])";

    private final UnifiedJedis jedis;
    private final String claimScript;

    /** With another script for the claim, to show what it would miss. */
    RedisFencingGuard(UnifiedJedis jedis, String claimScript) {
        this.jedis = Objects.requireNonNull(jedis, "jedis");
        this.claimScript = claimScript;
    }

    /**
     * Makes a guard on a client of the user's. No I/O.
     *
     * @param jedis any client of Jedis, for one server or for a cluster; stays open and the user's
     * @return the guard
     */
    public static RedisFencingGuard using(UnifiedJedis jedis) {
        return new RedisFencingGuard(jedis, GuardScript.CLAIM);
    }

    /**
     * What the guarded keys must contain in a cluster, so that they share the slot of the guard's key.
     *
     * @param lockName the lock
     * @return the hash tag, such as <code>{order:42}</code>; braces and percent signs of the name are replaced
     * @throws IllegalArgumentException if no lock can have that name
     */
    public static String tag(String lockName) {
        String name = new LockName(lockName).value();
        return "{" + encode(name) + "}";
    }

    /**
     * Checks that the server does not evict the guard's keys. To be called at the start, on one server; it needs
     * the right to call INFO.
     *
     * @throws IllegalStateException if its {@code maxmemory-policy} is one of {@code allkeys-*}
     */
    public void validate() {
        jedis.info("memory")
                .lines()
                .filter(line -> line.startsWith("maxmemory_policy:allkeys-"))
                .findFirst()
                .ifPresent(line -> {
                    throw new IllegalStateException("claims cannot be kept: Redis may evict them ("
                            + line.replace(':', ' ') + "): set maxmemory-policy to noeviction or to one of volatile-*");
                });
    }

    /**
     * Claims, before the first read of what the lock protects.
     *
     * @param claim the claim of the current hold
     * @throws StaleTokenException if a later hold has claimed
     * @throws IllegalStateException if the guard's key holds something else
     */
    public void claim(FencingClaim claim) {
        run(Mode.CLAIM, claim, "return 1", List.of(), List.of());
    }

    /**
     * Claims and sets a key, in one step. For a value that does not depend on what was read; else
     * see {@link #setIfKept}.
     *
     * @param claim the claim of the current hold
     * @param key the key
     * @param value its value
     * @throws StaleTokenException if a later hold has claimed; nothing was set
     * @throws IllegalStateException if the guard's key holds something else; nothing was set
     */
    public void set(FencingClaim claim, String key, String value) {
        eval(claim, SET, List.of(key), List.of(value));
    }

    /**
     * Sets a key if the latest claim is still this one, in one step: the end of {@link #claim(FencingClaim)}, read, think, write.
     *
     * @param claim the claim that was made before the read
     * @param key the key
     * @param value its value
     * @throws StaleTokenException if a later hold has claimed since; nothing was set
     * @throws IllegalStateException if the claim was never made, or Redis has lost it, so that what was read may be
     *     lost, too: claim and read again; or if the guard's key holds something else. Nothing was set
     */
    public void setIfKept(FencingClaim claim, String key, String value) {
        evalIfKept(claim, SET, List.of(key), List.of(value));
    }

    /**
     * Claims and runs a script, in one step. The script sees its own keys and arguments only, as KEYS and ARGV.
     *
     * @param claim the claim of the current hold
     * @param script Lua, without a line that starts with {@code #!}; keep it constant, since Redis
     *     keeps each different one
     * @param keys all keys that the script uses
     * @param arguments what else it needs
     * @return what the script returned, as Jedis gives it
     * @throws StaleTokenException if a later hold has claimed; the script was not run
     * @throws IllegalStateException if the guard's key holds something else; the script was not run
     * @throws IllegalArgumentException if the script starts with {@code #!}
     */
    public @Nullable Object eval(FencingClaim claim, String script, List<String> keys, List<String> arguments) {
        return run(Mode.CLAIM, claim, script, keys, arguments);
    }

    /**
     * Runs a script if the latest claim is still this one, in one step: the end of {@link #claim(FencingClaim)}, read, think, write.
     *
     * @param claim the claim that was made before the read
     * @param script as for {@link #eval(FencingClaim, String, List, List)}
     * @param keys all keys that the script uses
     * @param arguments what else it needs
     * @return what the script returned, as Jedis gives it
     * @throws StaleTokenException if a later hold has claimed since; the script was not run
     * @throws IllegalStateException if the claim was never made, or Redis has lost it, so that what was read may be
     *     lost, too: claim and read again; or if the guard's key holds something else. The script was not run
     * @throws IllegalArgumentException if the script starts with {@code #!}
     */
    public @Nullable Object evalIfKept(FencingClaim claim, String script, List<String> keys, List<String> arguments) {
        return run(Mode.KEPT, claim, script, keys, arguments);
    }

    /**
     * Claims for a reader, before its first read.
     *
     * @param claim the claim of the current hold
     * @throws StaleTokenException if a later hold has claimed to write, or a later generation has claimed
     * @throws IllegalStateException if the guard's key holds something else
     */
    public void claim(ReadingClaim claim) {
        eval(claim, "return 1", List.of(), List.of());
    }

    /**
     * Claims for a reader and sets a key, in one step, such as to fill a cache.
     *
     * @param claim the claim of the current hold
     * @param key the key
     * @param value its value
     * @throws StaleTokenException if a later hold has claimed to write, or a later generation has claimed; nothing was
     *     set
     * @throws IllegalStateException if the guard's key holds something else; nothing was set
     */
    public void set(ReadingClaim claim, String key, String value) {
        eval(claim, SET, List.of(key), List.of(value));
    }

    /**
     * Claims for a reader and runs a script, in one step.
     *
     * @param claim the claim of the current hold
     * @param script as for {@link #eval(FencingClaim, String, List, List)}
     * @param keys all keys that the script uses
     * @param arguments what else it needs
     * @return what the script returned, as Jedis gives it
     * @throws StaleTokenException if a later hold has claimed to write, or a later generation has claimed; the script
     *     was not run
     * @throws IllegalStateException if the guard's key holds something else; the script was not run
     * @throws IllegalArgumentException if the script starts with {@code #!}
     */
    public @Nullable Object eval(ReadingClaim claim, String script, List<String> keys, List<String> arguments) {
        FencingClaim shown = new FencingClaim(claim.domain(), claim.lock(), claim.token());
        return run(Mode.READ, shown, key(claim.domain(), claim.writeLock()), script, keys, arguments);
    }

    private @Nullable Object run(
            Mode mode, FencingClaim claim, String script, List<String> keys, List<String> arguments) {
        return run(mode, claim, key(claim.domain(), claim.lock()), script, keys, arguments);
    }

    private @Nullable Object run(
            Mode mode, FencingClaim claim, String guardKey, String script, List<String> keys, List<String> arguments) {
        List<String> allKeys = new ArrayList<>(keys);
        allKeys.add(guardKey);
        List<String> allArguments = new ArrayList<>(arguments);
        allArguments.add(Integer.toString(claim.domain().generation()));
        allArguments.add(Long.toString(claim.token()));
        allArguments.add(mode.name());
        GuardScript guarded = GuardScript.of(claimScript, script);
        try {
            return guarded.run(jedis, allKeys, allArguments);
        } catch (JedisDataException e) {
            throw translated(claim, guardKey, e);
        }
    }

    private static RuntimeException translated(FencingClaim claim, String guardKey, JedisDataException thrown) {
        String reply = String.valueOf(thrown.getMessage());
        if (reply.startsWith(STALE)) {
            String[] seen = reply.split(" ", 3);
            return claim.refusal(Integer.parseInt(seen[1]), Long.parseLong(seen[2]));
        }
        if (reply.startsWith(GONE)) {
            return new IllegalStateException("'" + claim.lock() + "' not written with token " + claim.token() + " of "
                    + claim.domain() + ": Redis has no such claim under '" + guardKey
                    + "': it was never made, or was lost"
                    + " with other data: claim and read again");
        }
        if (reply.startsWith(FOREIGN)) {
            return new IllegalStateException("'" + claim.lock() + "' not claimed: Redis keeps something else under '"
                    + guardKey + "': delete that key if no older holder can come any more");
        }
        return thrown;
    }

    private static String key(FencingDomain domain, LockName lock) {
        return "interlock:" + tag(lock.value()) + ":fence:" + domain.name();
    }

    /** As for the lock's own keys: injective, and free of braces. */
    private static String encode(String name) {
        return name.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
    }

    private enum Mode {
        CLAIM,
        KEPT,
        READ
    }
}
