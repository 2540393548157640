// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.redis;

import dev.interlock.planted.annotation.AnnotationFaults;
import dev.interlock.planted.internal.machine.SystemClock;
import dev.interlock.planted.jfr.JfrFaults;
import dev.interlock.planted.kotlin.KotlinFaults;
import dev.interlock.planted.memory.MemoryStore;
import dev.interlock.planted.micrometer.MeterFaults;
import dev.interlock.planted.opentelemetry.OpenTelemetryFaults;
import dev.interlock.planted.quarkus.QuarkusFaults;
import dev.interlock.planted.reactor.ReactorFaults;
import dev.interlock.planted.redis.command.Script;
import dev.interlock.planted.shedlock.ShedlockFaults;
import dev.interlock.planted.spring.SpringFaults;
import dev.interlock.planted.tck.KitFaults;
import io.micronaut.context.BeanContext;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Planted faults of a backend. */
public final class RedisFaults {

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }

    abstract static class SeesMemory {
        abstract MemoryStore store();
    }

    abstract static class SeesMicronaut {
        abstract BeanContext beans();
    }

    abstract static class SeesMicrometer {
        abstract MeterFaults meters();
    }

    abstract static class SeesJfr {
        abstract JfrFaults recorded();
    }

    abstract static class SeesOpenTelemetry {
        abstract OpenTelemetryFaults traced();
    }

    abstract static class SeesReactor {
        abstract ReactorFaults reactor();
    }

    abstract static class SeesAnnotation {
        abstract AnnotationFaults annotated();
    }

    abstract static class SeesKotlin {
        abstract KotlinFaults kotlin();
    }

    abstract static class SeesQuarkus {
        abstract QuarkusFaults quarkus();
    }

    abstract static class SeesShedlock {
        abstract ShedlockFaults shedlock();
    }

    abstract static class SeesSpring {
        abstract SpringFaults spring();
    }

    abstract static class SeesKit {
        abstract KitFaults kit();
    }

    static final class LooksUpAClass {
        static Class<?> driver() throws ClassNotFoundException {
            return Class.forName("redis.clients.jedis.Jedis");
        }
    }

    static final class ReadsAResource {
        static @Nullable InputStream script() {
            return RedisFaults.class.getResourceAsStream("acquire.lua");
        }
    }

    static final class MakesAProxy {
        static Object script() {
            return Proxy.newProxyInstance(
                    RedisFaults.class.getClassLoader(),
                    new Class<?>[] {Runnable.class},
                    (proxy, method, arguments) -> proxy);
        }
    }

    static final class CallsWhatItWasGiven {
        static @Nullable Object reply(Method method, Object connection) throws ReflectiveOperationException {
            return method.invoke(connection);
        }
    }

    static final class LooksIntoAType {
        static int members(Class<?> type) {
            return type.getMethods().length;
        }
    }

    /** No fault: the highest layer sees a lower one. */
    abstract static class SeesCommandBelow {
        abstract Script script();
    }
}
