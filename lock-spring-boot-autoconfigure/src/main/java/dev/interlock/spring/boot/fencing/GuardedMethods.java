// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.fencing.RequestGuard;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/** The methods of controllers that have {@link RequiresFencingToken}, or whose class has it. */
final class GuardedMethods {

    private GuardedMethods() {}

    /** Makes a guard that has seen no token. */
    static RequestGuard guard(FencingProperties properties) {
        return new RequestGuard(() -> properties.domainFor("@RequiresFencingToken"), properties.namesToRemember());
    }

    static boolean contains(HandlerMethod handler) {
        return handler.hasMethodAnnotation(RequiresFencingToken.class)
                || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), RequiresFencingToken.class);
    }

    /**
     * Checks the domain at the start of an application that has such methods.
     *
     * @throws dev.interlock.spring.boot.config.LockConfigurationException if there is none, or it is not valid
     */
    static void check(Stream<HandlerMethod> handlers, FencingProperties properties) {
        handlers.filter(GuardedMethods::contains)
                .findFirst()
                .ifPresent(guarded -> properties.domainFor("@RequiresFencingToken of " + guarded.getShortLogMessage()));
    }
}
