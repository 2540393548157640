// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.operator;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.forward.ForwardingOperator;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Steps that free in a wrong way, or give a wrong answer. */
final class FreeSteps {

    private FreeSteps() {}

    static OperatorSteps doingNothing(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public FreeOutcome free(LockName name, long token) {
                return isHeldWith(backend, name, token) ? new FreeOutcome.Freed() : super.free(name, token);
            }
        };
    }

    static OperatorSteps ofAnyToken(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public FreeOutcome free(LockName name, long token) {
                long present = backend.inspect(name).map(Holder::fencingToken).orElse(token);
                return super.free(name, present);
            }
        };
    }

    /** Takes any token of the block that the owner has reserved, as far as it reaches. */
    static OperatorSteps ofAnyTokenOfTheBlock(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public FreeOutcome free(LockName name, long token) {
                long present = backend.inspect(name).map(Holder::fencingToken).orElse(token);
                boolean own = token >= present && token < present + 2;
                return super.free(name, own ? present : token);
            }
        };
    }

    static OperatorSteps lookingFirst(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public FreeOutcome free(LockName name, long token) {
                Optional<Holder> holder = backend.inspect(name);
                if (holder.isEmpty()) {
                    return new FreeOutcome.NotHeld();
                }
                long present = holder.get().fencingToken();
                return present == token ? super.free(name, token) : new FreeOutcome.OtherToken(present);
            }
        };
    }

    /** Gives another answer instead of one kind. */
    static BiFunction<OperatorSteps, LockBackend, OperatorSteps> answering(
            Class<? extends FreeOutcome> kind, Supplier<? extends FreeOutcome> instead) {
        return (steps, backend) -> new ForwardingOperator(steps) {
            @Override
            public FreeOutcome free(LockName name, long token) {
                FreeOutcome outcome = super.free(name, token);
                return kind.isInstance(outcome) ? instead.get() : outcome;
            }
        };
    }

    private static boolean isHeldWith(LockBackend backend, LockName name, long token) {
        return backend.inspect(name)
                .filter(holder -> holder.fencingToken() == token)
                .isPresent();
    }
}
