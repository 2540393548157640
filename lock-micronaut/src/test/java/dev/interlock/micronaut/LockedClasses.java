// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import jakarta.inject.Singleton;
import java.util.Set;

/** Classes whose methods are all under a lock, and what they hold. */
final class LockedClasses {

    private LockedClasses() {}

    private static Set<String> held() {
        return CurrentLock.find().map(handle -> Set.of(handle.lockName())).orElse(Set.of());
    }

    /** With a name for all of them. */
    @Singleton
    @Locked(value = "ledger", onContention = OnContention.FAIL, minHold = "1h")
    static class Ledger {

        Set<String> first() {
            return held();
        }

        public Set<String> second() {
            return first();
        }

        @Locked("page-#{number}")
        Set<String> page(int number) {
            return held();
        }
    }

    /** Its methods are those of a locked class, and one of its own. */
    @Singleton
    static class Journal extends Book {

        Set<String> own() {
            return held();
        }

        @Override
        Set<String> overridden() {
            return held();
        }
    }

    /** No bean by itself. */
    @Locked("book")
    abstract static class Book {

        Set<String> inherited() {
            return held();
        }

        Set<String> overridden() {
            return held();
        }
    }

    /** Overrides a method that is under a lock. */
    @Singleton
    static class Diary extends Notes {

        @Override
        Set<String> read() {
            return held();
        }
    }

    /** Has one method under a lock. */
    abstract static class Notes {

        @Locked("notes")
        Set<String> read() {
            return held();
        }

        Set<String> open() {
            return held();
        }
    }
}
