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
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
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
                        "file-checksum-ignored",
                        "a record with wrong bytes and a wrong checksum counts as whole",
                        Set.of(Rule.ERR_1),
                        FileMutantsTest::believingEachByte),
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
                        "file-start-as-found",
                        "a start without a directory throws what the file system threw",
                        Set.of(Rule.ERR_1),
                        FileMutantsTest::throwingAsFound),
                mutant(
                        "file-one-at-a-time",
                        "a step that waits for a file keeps the mutex of all",
                        Set.of(Rule.REN_9),
                        FileMutantsTest::oneAtATime),
                mutant(
                        "file-swept",
                        "a start deletes the files whose lease is over, and their last tokens with them",
                        Set.of(Rule.TOK_1),
                        FileMutantsTest::sweeping),
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

    private static LockBackend believingEachByte(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Refused refused
                        && String.valueOf(refused.cause().getMessage()).contains("no whole record")) {
                    correctChecksums(hooks().path(attempt.name().value()));
                    return step.get();
                }
                return outcome;
            }
        };
    }

    private static void correctChecksums(Path file) {
        try {
            ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
            for (int slot = 0; slot + FileRecord.BYTES <= content.capacity(); slot += FileRecord.BYTES) {
                CRC32C sum = new CRC32C();
                sum.update(content.array(), slot + Long.BYTES, FileRecord.BYTES - Long.BYTES);
                content.putLong(slot, sum.getValue());
            }
            Files.write(file, content.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private static LockBackend throwingAsFound(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public void start(BackendContext started) {
                try {
                    super.start(started);
                } catch (LockUnavailableException e) {
                    throw new IllegalStateException(e.getCause());
                }
            }
        };
    }

    private static LockBackend oneAtATime(LockBackend sound) {
        return new ForwardingBackend(sound) {
            private final ReentrantLock mutex = new ReentrantLock();

            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                mutex.lock();
                try {
                    return super.renew(grant, lease);
                } finally {
                    mutex.unlock();
                }
            }
        };
    }

    private static LockBackend sweeping(LockBackend sound) {
        return new ForwardingBackend(sound) {
            @Override
            public void start(BackendContext started) {
                super.start(started);
                try (DirectoryStream<Path> files =
                        Files.newDirectoryStream(FileFixture.locks(directory), "tck-*.lock")) {
                    for (Path each : files) {
                        deleteIfOver(each);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private static void deleteIfOver(Path file) throws IOException {
        byte[] content = Arrays.copyOf(Files.readAllBytes(file), 2 * FileRecord.BYTES);
        Stream.of(0, FileRecord.BYTES)
                .map(from -> FileRecord.decoded(Arrays.copyOfRange(content, from, from + FileRecord.BYTES)))
                .filter(Objects::nonNull)
                .max(Comparator.comparing(FileRecord::sequence))
                .filter(latest -> latest.owner() != null && !latest.isHeld(System.currentTimeMillis()))
                .ifPresent(over -> delete(file));
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
        return new FileStoreHooks(FileFixture.locks(directory));
    }
}
