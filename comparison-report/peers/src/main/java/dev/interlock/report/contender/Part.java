// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** What a client can hold of a name. */
public enum Part {
    /** The lock of that name. */
    LOCK {
        @Override
        public NamedLock of(OpenClient client, String name) throws Exception {
            return client.lock(name);
        }
    },
    /** The side of readers. */
    READ {
        @Override
        public NamedLock of(OpenClient client, String name) {
            return client.reader(name);
        }
    },
    /** The side of writers. */
    WRITE {
        @Override
        public NamedLock of(OpenClient client, String name) {
            return client.writer(name);
        }
    },
    /** The only permit of a semaphore. */
    PERMIT {
        @Override
        public NamedLock of(OpenClient client, String name) throws Exception {
            return client.permit(name, 1);
        }
    },
    /** One of two permits. */
    PERMIT_OF_TWO {
        @Override
        public NamedLock of(OpenClient client, String name) throws Exception {
            return client.permit(name, 2);
        }
    },
    /** One of three permits. */
    PERMIT_OF_THREE {
        @Override
        public NamedLock of(OpenClient client, String name) throws Exception {
            return client.permit(name, 3);
        }
    };

    /**
     * This part of a name.
     *
     * @param client of the store
     * @param name the name
     * @return for one thread, not acquired
     * @throws Exception if the store failed
     */
    public abstract NamedLock of(OpenClient client, String name) throws Exception;
}
