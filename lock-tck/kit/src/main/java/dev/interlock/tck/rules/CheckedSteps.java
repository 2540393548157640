// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.LockException;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ShareSteps;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A backend that a rule uses without a client. A step ends in an outcome, and a look in an answer or a
 * {@link LockException}, so any other exception breaks the rule. Otherwise it would end the rule without a word on what
 * broke.
 */
final class CheckedSteps implements InvocationHandler {

    private static final List<Class<?>> KINDS = List.of(BulkSteps.class, ShareSteps.class, Contest.class);

    private final Object to;
    private final RuleTest rule;

    private CheckedSteps(Object to, RuleTest rule) {
        this.to = to;
        this.rule = rule;
    }

    /** Checks the steps of a started backend. */
    static LockBackend of(LockBackend to, RuleTest rule) {
        return (LockBackend) proxy(LockBackend.class, to, rule);
    }

    private static Object proxy(Class<?> kind, Object to, RuleTest rule) {
        return Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, new CheckedSteps(to, rule));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return checked(method.invoke(to, arguments));
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (thrown instanceof LockException || !(thrown instanceof RuntimeException)) {
                throw thrown;
            }
            throw rule.broken(thrown, "{} threw {} instead of ending in an outcome", method.getName(), thrown);
        }
    }

    private @Nullable Object checked(@Nullable Object result) {
        if (result instanceof Optional<?> some) {
            return some.map(this::checked);
        }
        for (Class<?> kind : KINDS) {
            if (result != null && kind.isInstance(result)) {
                return proxy(kind, result, rule);
            }
        }
        return result;
    }
}
