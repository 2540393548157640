// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.MutantTrial;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mistakes that are likely with this store, each with the rules that must fail on it. They show that the kit's tests on
 * this store can fail.
 */
class FileMutantsTest {

    @TempDir
    static Path directory;

    /** The hints that the files of a mutant still have, since a release takes them out. */
    private static final Map<LockName, String> HINTS = new ConcurrentHashMap<>();

    @ParameterizedTest
    @MethodSource("mutants")
    void every_mutant_is_killed_by_the_rules_named_for_it(Mutant mutant) {
        MutantTrial trial = MutantTrial.of(mutant);
        assertThat(trial.killed()).as(trial.toString()).isTrue();
    }

    static List<Mutant> mutants() {
        return List.of(
                mutant(
                        "file-release-any-owner",
                        "a release does not look whose lock it is",
                        Set.of(Rule.REL_2, Rule.REL_6),
                        FileMutantsTest::releasingAny),
                mutant(
                        "file-renew-after-the-end",
                        "a renewal asks for the owner, and not whether its lease is over",
                        Set.of(Rule.REN_2),
                        FileMutantsTest::reviving),
                mutant(
                        "file-kept-is-contended",
                        "a file that others keep for too long is reported as a lock that is taken",
                        Set.of(Rule.ERR_1),
                        FileMutantsTest::takingItForHeld),
                mutant(
                        "file-failed-write-is-refused",
                        "a write that failed is reported as surely not done",
                        Set.of(Rule.ERR_1),
                        FileMutantsTest::sure),
                mutant(
                        "file-repeat-shortens",
                        "an attempt that comes again writes its own lease over a longer one",
                        Set.of(Rule.EXP_2),
                        FileMutantsTest::shortening),
                mutant(
                        "file-damaged-is-new",
                        "a file without a whole record is begun anew",
                        Set.of(Rule.ERR_1),
                        FileMutantsTest::beginningAnew),
                mutant(
                        "file-renewed-block-repeats",
                        "a renewal writes the first token of a block as the last one that was reserved",
                        Set.of(Rule.TOK_3),
                        FileMutantsTest::repeatingABlock),
                mutant(
                        "file-hint-inherited",
                        "a grant without a hint leaves the one that is in the file",
                        Set.of(Rule.OBS_3),
                        FileMutantsTest::inheriting),
                mutant(
                        "file-left-open",
                        "an attempt that finds the lock taken leaves the file open",
                        Set.of(Rule.ACQ_7),
                        FileMutantsTest::leavingOpen),
                mutant(
                        "file-interrupt-lost",
                        "a wait for a file that others keep clears the interrupt flag",
                        Set.of(Rule.WAIT_3),
                        FileMutantsTest::deaf),
                mutant(
                        "file-tidy",
                        "a release deletes the file, and the last token with it",
                        Set.of(Rule.TOK_1, Rule.TOK_3, Rule.TOK_5),
                        FileMutantsTest::tidy));
    }

    private static Mutant mutant(String id, String broken, Set<Rule> killedBy, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                id,
                broken,
                killedBy,
                () -> MutantFixture.of(new FileFixture(directory) {
                    @Override
                    LockBackend open(String uri) {
                        return defect.apply(super.open(uri));
                    }
                }));
    }

    private static LockBackend releasingAny(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                hooks().change(attempt.name().value(), FileRecord::released);
                return new ReleaseOutcome.Released();
            }
        };
    }

    private static LockBackend reviving(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                hooks().change(
                                grant.attempt().name().value(),
                                record -> grant.attempt().id().equals(record.owner())
                                        ? record.renewed(System.currentTimeMillis() + lease.toMillis())
                                        : record);
                return super.renew(grant, lease);
            }
        };
    }

    private static LockBackend takingItForHeld(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                return outcome instanceof AcquireOutcome.Refused refused && refused.retryable()
                        ? new AcquireOutcome.Contended(Duration.ofMillis(10))
                        : outcome;
            }
        };
    }

    private static LockBackend sure(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                return outcome instanceof AcquireOutcome.Unknown unknown
                        ? new AcquireOutcome.Refused(
                                new LockUnavailableException(
                                        "'" + attempt.name() + "' not acquired (" + store() + ")", unknown.cause()),
                                false)
                        : outcome;
            }
        };
    }

    private static LockBackend shortening(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Granted) {
                    hooks().change(
                                    attempt.name().value(),
                                    record -> record.renewed(System.currentTimeMillis()
                                            + attempt.lease().toMillis()
                                            + 1));
                }
                return outcome;
            }
        };
    }

    private static LockBackend beginningAnew(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Refused refused
                        && String.valueOf(refused.cause().getMessage()).contains("no whole record")) {
                    delete(hooks().path(attempt.name().value()));
                    return step.get();
                }
                return outcome;
            }
        };
    }

    private static LockBackend repeatingABlock(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                RenewOutcome outcome = super.renew(grant, lease);
                if (outcome instanceof RenewOutcome.Renewed) {
                    hooks().change(grant.attempt().name().value(), old -> written(old, old.token(), old.hint()));
                }
                return outcome;
            }
        };
    }

    private static LockBackend inheriting(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                String hint = attempt.holderHint();
                if (outcome instanceof AcquireOutcome.Granted && hint != null) {
                    HINTS.put(attempt.name(), hint);
                } else if (outcome instanceof AcquireOutcome.Granted && HINTS.containsKey(attempt.name())) {
                    hooks().change(
                                    attempt.name().value(),
                                    old -> written(old, old.lastToken(), HINTS.get(attempt.name())));
                }
                return outcome;
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                HINTS.remove(attempt.name());
                return super.release(attempt);
            }
        };
    }

    /** The same record with another counter and another hint, written after it. */
    private static FileRecord written(FileRecord old, long lastToken, @Nullable String hint) {
        return new FileRecord(
                old.name(), old.sequence() + 1, old.owner(), old.token(), lastToken, old.endMillis(), hint);
    }

    private static LockBackend leavingOpen(LockBackend sound) {
        Queue<FileChannel> open = new ConcurrentLinkedQueue<>();
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Contended) {
                    open.add(opened(hooks().path(attempt.name().value())));
                }
                return outcome;
            }

            @Override
            public void close() {
                super.close();
                open.forEach(FileMutantsTest::close);
            }
        };
    }

    private static FileChannel opened(Path file) {
        try {
            return FileChannel.open(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(FileChannel file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LockBackend deaf(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Refused refused && refused.retryable()) {
                    Thread.interrupted();
                }
                return outcome;
            }
        };
    }

    private static LockBackend tidy(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                if (outcome instanceof ReleaseOutcome.Released) {
                    delete(hooks().path(attempt.name().value()));
                }
                return outcome;
            }
        };
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileStoreHooks hooks() {
        return new FileStoreHooks(directory);
    }
}
