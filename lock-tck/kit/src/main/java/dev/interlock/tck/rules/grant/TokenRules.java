// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of TOK. */
public abstract class TokenRules extends ClientRuleTest {

    /** As many as a store that counts by its clock can give in the time of a loss of data. */
    private static final int BLOCK = 64;

    private static final int FEW = 50;

    @Test
    @Proves(Rule.TOK_1)
    void TOK_1_every_new_hold_has_a_greater_token_however_the_former_ended() throws Exception {
        String name = name();
        Duration lease = lease();
        InterceptedBackend watched = intercepted();
        LockClient first = client(watched);
        LockClient second = client();
        long last = 0;
        for (int i = 0; i < 4; i++) {
            LockHandle released = hold(i % 2 == 0 ? first : second, name, renewed(longLease()));
            last = requireGreater(released, last, "a release");
            released.release();
        }
        last = requireGreater(holdBriefly(second, name, unrenewed(lease)), last, "a release");
        await("the lease of '" + name + "' ends", () -> second.inspect(name).isEmpty(), endOf(lease));
        LockHandle started = hold(client(), name, renewed(longLease()).withMaxWait(endOf(lease)));
        last = requireGreater(started, last, "an expiry before the start of its client");
        started.release();
        last = requireGreater(holdBriefly(second, name, unrenewed(lease)), last, "a release");
        LockHandle afterExpiry = hold(first, name, renewed(longLease()).withMaxWait(endOf(lease)));
        last = requireGreater(afterExpiry, last, "an expiry");
        takeAway(watched.lastAttempt());
        LockClient closed = client();
        last = requireGreater(hold(closed, name, renewed(longLease())), last, "a loss");
        closed.close();
        requireGreater(hold(second, name, renewed(longLease())), last, "the close of its client");
    }

    @Test
    @Proves(Rule.TOK_2)
    void TOK_2_the_token_stays_the_same_through_renewals() throws Exception {
        String name = name();
        InterceptedBackend watched = intercepted();
        LockHandle held = hold(client(watched), name, unrenewed(longLease()));
        LockBackend store = backend();
        long token = held.fencingToken();
        for (int i = 0; i < 3; i++) {
            RenewResult result = held.renew(longLease());
            require(result == RenewResult.RENEWED, "a renewal of '{}' said {}", name, result);
            require(
                    held.fencingToken() == token,
                    "the token of '{}' was {} and is {} after a renewal",
                    name,
                    token,
                    held.fencingToken());
            long stored = store.inspect(new LockName(name)).orElseThrow().fencingToken();
            require(
                    stored == token,
                    "the store keeps token {} for '{}' after a renewal, the holder has {}",
                    stored,
                    name,
                    token);
        }
        Grant again = granted(watched, watched.lastAttempt());
        require(
                again.token() == token,
                "the token of '{}' was {} and is {} for its own repeat",
                name,
                token,
                again.token());
    }

    @Test
    @Proves(Rule.TOK_3)
    void TOK_3_reserved_tokens_are_consecutive_and_the_next_grant_lies_above_them() {
        LockBackend backend = backend();
        int most = backend.capabilities().maxTokens();
        String name = name();
        long last = 0;
        for (int tokens : IntStream.of(1, 3, 64, most, 1).filter(n -> n <= most).toArray()) {
            Attempt attempt = Attempt.of(new LockName(name), AttemptId.random(), longLease(), tokens, null);
            Grant grant = granted(backend, attempt);
            require(
                    grant.token() > last,
                    "a grant of {} tokens for '{}' begins at {}, not above {}, the last one reserved before by a hold that was "
                            + "renewed",
                    tokens,
                    name,
                    grant.token(),
                    last);
            require(
                    backend.tryAcquire(attempt) instanceof AcquireOutcome.Granted again
                            && again.grant().token() == grant.token(),
                    "a repeated attempt for {} tokens of '{}' got others",
                    tokens,
                    name);
            RenewOutcome renewal = backend.renew(grant, longLease());
            require(
                    renewal instanceof RenewOutcome.Renewed,
                    "the renewal of '{}' with {} tokens ended as {}",
                    name,
                    tokens,
                    renewal);
            last = grant.token() + tokens - 1;
            takeAway(attempt);
        }
        evidence("blocks up to {} tokens, each renewed", most);
    }

    @Test
    @Proves(Rule.TOK_4)
    @ResourceLock(STORE)
    void TOK_4_tokens_grow_across_a_loss_of_data_or_are_shown_to_repeat() {
        StoreHooks store = storeHooks();
        LockBackend backend = backend();
        String name = name();
        long before = 0;
        for (int i = 0; i < 5; i++) {
            Grant grant = granted(backend, attempt(name, longLease()));
            before = grant.token();
            takeAway(grant.attempt());
        }
        boolean declared = backend.capabilities().has(Capability.TOKENS_SURVIVE_DATA_LOSS);
        store.deleteLocks();
        Grant behind = granted(backend, attempt(name, longLease()));
        require(
                !declared || behind.token() > before,
                "TOKENS_SURVIVE_DATA_LOSS is declared, but '{}' had token {} before an operator deleted all locks and {} after it",
                name,
                before,
                behind.token());
        before = Math.max(before, behind.token());
        takeAway(behind.attempt());
        store.loseData();
        long after = granted(backend, attempt(name, longLease())).token();
        require(
                !declared || after > before,
                "TOKENS_SURVIVE_DATA_LOSS is declared, but '{}' had token {} before a loss of data and {} after it",
                name,
                before,
                after);
        require(
                declared || after <= before,
                "TOKENS_SURVIVE_DATA_LOSS is not declared, but '{}' had token {} before a loss of data and {} after it:"
                        + " declare it",
                name,
                before,
                after);
        evidence("token {} before a loss of data, {} after it", before, after);
        found(
                Situation.EFFECT_DATA_LOST,
                declared,
                declared
                        ? "The token before the loss was {} and the next one {}: a guard still tells old from new."
                        : "The token before the loss was {} and the next one {}: a guard takes the new holder for "
                                + "the old.",
                before,
                after);
    }

    /** Those that were reserved and never used are given to no other holder, either. */
    @Test
    @Proves(Rule.TOK_4)
    @ResourceLock(STORE)
    void TOK_4_tokens_grow_if_a_former_owner_is_the_first_that_asks_after_a_loss() {
        StoreHooks store = storeHooks();
        LockBackend backend = backend();
        if (!backend.capabilities().has(Capability.TOKENS_SURVIVE_DATA_LOSS)) {
            evidence("TOKENS_SURVIVE_DATA_LOSS is not declared");
            return;
        }
        requireGrowingAfter("an operator deleted all locks", store::deleteLocks, backend);
        requireGrowingAfter("a loss of data", store::loseData, backend);
    }

    private void requireGrowingAfter(String what, Runnable loss, LockBackend backend) {
        Grant lost = granted(backend, attempt(name(), longLease()));
        loss.run();
        backend.renew(lost, longLease());
        backend.release(lost.attempt());
        Grant next = granted(backend, like(lost.attempt()));
        require(
                next.token() > lost.token(),
                "'{}' had token {} before {}, its owner renewed and released it after that, and the next one had {}",
                lost.attempt().name(),
                lost.token(),
                what,
                next.token());
        evidence("token {} after {}, which its owner with token {} released first", next.token(), what, lost.token());
        takeAway(next.attempt());
    }

    @Test
    @Proves(Rule.TOK_4)
    @ResourceLock(STORE)
    void TOK_4_tokens_are_above_a_whole_block_across_a_loss_of_data() {
        StoreHooks store = storeHooks();
        LockBackend backend = backend();
        requireAboveTheBlock(
                "an exclusive lock", store, backend.capabilities(), backend::tryAcquire, attempt -> takeAway(attempt));
        Optional<ShareSteps> shares = capabilities().has(Capability.SHARES) ? backend.shares() : Optional.empty();
        shares.ifPresent(steps -> requireAboveTheBlock(
                "a shared lock",
                store,
                steps.capabilities(),
                attempt -> steps.tryAcquire(attempt, Share.READ),
                steps::release));
    }

    private void requireAboveTheBlock(
            String what,
            StoreHooks store,
            Capabilities declared,
            Function<Attempt, AcquireOutcome> acquire,
            Consumer<Attempt> end) {
        if (!declared.has(Capability.TOKENS_SURVIVE_DATA_LOSS)) {
            evidence("{} is not declared for {}", Capability.TOKENS_SURVIVE_DATA_LOSS, what);
            return;
        }
        int tokens = Math.min(BLOCK, declared.maxTokens());
        LockName name = new LockName(name());
        long last = tokenOf(acquire, block(name, tokens), end) + tokens - 1;
        store.loseData();
        long after = tokenOf(acquire, block(name, 1), end);
        require(
                after > last,
                "{}, '{}', had the tokens up to {} before a loss of data, and {} after it",
                what,
                name,
                last,
                after);
        evidence("token {} after a loss of data, above {} of a block of {} for {}", after, last, tokens, what);
    }

    private Attempt block(LockName name, int tokens) {
        return Attempt.of(name, AttemptId.random(), longLease(), tokens, null);
    }

    private long tokenOf(Function<Attempt, AcquireOutcome> acquire, Attempt attempt, Consumer<Attempt> end) {
        if (acquire.apply(attempt) instanceof AcquireOutcome.Granted granted) {
            end.accept(attempt);
            return granted.grant().token();
        }
        throw broken("'{}' is free and was not granted", attempt.name());
    }

    @Test
    @Proves(Rule.TOK_5)
    void TOK_5_tokens_grow_in_a_tight_loop() {
        int most = 1_000;
        Stopwatch watch = new Stopwatch();
        LockBackend backend = backend();
        String name = name();
        long last = 0;
        int holds = 0;
        // On a store that is far away fewer will do: there no two holds fit into one tick of a clock.
        for (int i = 0; i < most && (i < FEW || watch.elapsed().compareTo(patience()) < 0); i++) {
            Grant grant = granted(backend, attempt(name, longLease()));
            require(grant.token() > last, "hold {} of '{}' has token {} after {}", i, name, grant.token(), last);
            last = grant.token();
            require(
                    backend.release(grant.attempt()) instanceof ReleaseOutcome.Released,
                    "hold {} of '{}' could not be released",
                    i,
                    name);
            holds++;
        }
        evidence("{} holds in a row, each with a greater token", holds);
    }

    private long requireGreater(LockHandle held, long last, String after) {
        long token = held.fencingToken();
        require(token > last, "after {} '{}' has token {}, not above {}", after, held.lockName(), token, last);
        return token;
    }
}
