// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.Waiting;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingOperator;
import dev.interlock.tck.memory.MemoryFixture;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Decorators of a fixture, of its parts, and of backends and clients pass on every method of what they decorate, those
 * with a default as well.
 */
class ForwardingFixtureTest {

    /** What is made of other methods of the fixture. */
    private static final List<String> COMPOSED = List.of(
            "open(ClientOptions)",
            "holdRequest(RequestKind)",
            "holdReply(RequestKind)",
            "dropReply(RequestKind)",
            "cutRequest(RequestKind)",
            "striped(String, int)");

    /** Left out by {@link ForwardingBackend}, whose subclasses such steps would bypass. */
    private static final String BULK = "bulk()";

    static Stream<Method> hooks() {
        return Stream.of(
                        LockFixture.class,
                        FaultLink.class,
                        StoreTrouble.class,
                        StoreWallClock.class,
                        FailOver.class,
                        LockBackend.class,
                        OperatorSteps.class,
                        LockClient.class)
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !COMPOSED.contains(signature(method))
                        && !signature(method).equals(BULK));
    }

    @ParameterizedTest
    @MethodSource("hooks")
    void every_hook_is_passed_on(Method hook) throws ReflectiveOperationException {
        List<Method> called = new ArrayList<>();

        hook.invoke(forwarding(hook.getDeclaringClass(), called), arguments(hook));

        assertThat(called).containsExactly(hook);
    }

    private static Object forwarding(Class<?> type, List<Method> called) {
        if (type == FaultLink.class) {
            return new ForwardingLink(recording(FaultLink.class, called)) {};
        }
        if (type == StoreWallClock.class) {
            return new ForwardingWallClock(recording(StoreWallClock.class, called)) {};
        }
        if (type == LockBackend.class) {
            return new ForwardingBackend(recording(LockBackend.class, called)) {};
        }
        if (type == OperatorSteps.class) {
            return new ForwardingOperator(recording(OperatorSteps.class, called)) {};
        }
        if (type == LockClient.class) {
            return new ForwardingClient(recording(LockClient.class, called)) {};
        }
        if (type == StoreTrouble.class) {
            return new ForwardingTrouble(recording(StoreTrouble.class, called)) {};
        }
        return type == FailOver.class
                ? new ForwardingFailOver(recording(FailOver.class, called)) {}
                : new ForwardingFixture(recording(LockFixture.class, called)) {};
    }

    @Test
    void whatever_opens_a_backend_here_decorates_it() {
        List<LockBackend> decorated = new ArrayList<>();
        LockFixture fixture = new ForwardingFixture(new MemoryFixture()) {
            @Override
            protected LockBackend decorated(LockBackend backend) {
                LockBackend decorator = new ForwardingBackend(backend) {};
                decorated.add(decorator);
                return decorator;
            }
        };

        try (FaultLink link = fixture.link().orElseThrow();
                StoreWallClock clock = fixture.wallClock().orElseThrow();
                FailOver failOver = fixture.failOver().orElseThrow();
                LockClient client = fixture.open(ClientOptions.STANDARD)) {
            assertThat(client.capabilities().backend()).isEqualTo("memory");
            assertThat(decorated).hasSize(1);
            assertThat(List.of(
                            fixture.openBackend(),
                            fixture.openForRestart(),
                            link.openBackend(),
                            fixture.troubles().get(0).openBackend(),
                            clock.openBackend(),
                            failOver.openBackend()))
                    .isEqualTo(decorated.subList(1, decorated.size()));
        }
    }

    private static String signature(Method method) {
        List<String> parameters =
                Stream.of(method.getParameterTypes()).map(Class::getSimpleName).toList();
        return method.getName() + "(" + String.join(", ", parameters) + ")";
    }

    private static <T> T recording(Class<T> type, List<Method> called) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    called.add(method);
                    return value(method.getReturnType());
                });
        return type.cast(proxy);
    }

    private static Object[] arguments(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(ForwardingFixtureTest::value)
                .toArray();
    }

    private static Object value(Class<?> type) {
        Map<Class<?>, Object> values = Map.ofEntries(
                Map.entry(String.class, "word"),
                Map.entry(boolean.class, true),
                Map.entry(int.class, 3),
                Map.entry(long.class, 5L),
                Map.entry(Duration.class, Duration.ofSeconds(7)),
                Map.entry(Optional.class, Optional.empty()),
                Map.entry(List.class, List.of()),
                Map.entry(Set.class, Set.of("word")),
                Map.entry(ClientOptions.class, ClientOptions.STANDARD),
                Map.entry(
                        Capabilities.class,
                        Capabilities.of("word", Waiting.POLL, Duration.ofSeconds(1), Duration.ofSeconds(7))),
                Map.entry(FaultLink.RequestKind.class, FaultLink.RequestKind.RENEW));
        return values.get(type);
    }
}
