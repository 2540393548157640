// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.spi.Attempt;
import java.util.List;

/** What implementations of Redlock get wrong, each as one step changed of {@link SimpleRedlock}, which gets it right. */
final class RedlockMutants {

    private RedlockMutants() {}

    /** A server's second answer counts like another server's. */
    static final class CountsAnswers extends SimpleRedlock {
        CountsAnswers(String uri) {
            super(uri);
        }

        @Override
        int votes() {
            return 2;
        }
    }

    /** A try that failed is given back only where it succeeded, so that a lost reply leaves a grant. */
    static final class GivesBackSuccessesOnly extends SimpleRedlock {
        GivesBackSuccessesOnly(String uri) {
            super(uri);
        }

        @Override
        List<Node> toGiveBack(List<Node> granted) {
            return granted;
        }
    }

    /** The lease counts from the last request: from the server where it ends last. */
    static final class CountsFromTheLast extends SimpleRedlock {
        CountsFromTheLast(String uri) {
            super(uri);
        }

        @Override
        long countedFrom(long first, long last) {
            return last;
        }
    }

    /** The token is that of the first server which answers, and the others never learn of it. */
    static final class TokenOfTheFirst extends SimpleRedlock {
        TokenOfTheFirst(String uri) {
            super(uri);
        }

        @Override
        long token(Attempt attempt, List<Node> granted, List<Long> tokens) {
            return tokens.get(0);
        }
    }
}
