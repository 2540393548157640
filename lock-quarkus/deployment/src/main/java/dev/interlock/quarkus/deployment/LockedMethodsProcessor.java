// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.deployment;

import dev.interlock.annotation.OnContention;
import dev.interlock.quarkus.Locked;
import dev.interlock.quarkus.locked.ArgumentProperties;
import dev.interlock.quarkus.locked.NameTemplate;
import dev.interlock.quarkus.locked.ResultKind;
import dev.interlock.quarkus.locked.WrittenLock;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/** Checks the annotated methods of an application when it is built, as far as they are known then. */
final class LockedMethodsProcessor {

    private static final DotName LOCKED = DotName.createSimple(Locked.class);
    private static final String CONTINUATION = "kotlin.coroutines.Continuation";
    private static final String REACTOR = "reactor.core.publisher.Flux";

    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    char.class)
            .collect(Collectors.toMap(Class::getName, Function.identity()));

    /** Of Quarkus. */
    LockedMethodsProcessor() {}

    /** Refuses methods whose annotation cannot be kept, together with other errors of beans. */
    @BuildStep
    void check(
            ValidationPhaseBuildItem validation,
            CombinedIndexBuildItem combined,
            BuildProducer<ValidationErrorBuildItem> errors) {
        for (AnnotationInstance annotation : combined.getIndex().getAnnotations(LOCKED)) {
            for (MethodInfo method : methods(annotation.target())) {
                try {
                    check(annotation, method);
                } catch (IllegalArgumentException e) {
                    errors.produce(new ValidationErrorBuildItem(new DeploymentException(e.getMessage(), e)));
                }
            }
        }
    }

    /** Lets native images read the properties in names. */
    @BuildStep
    void register(CombinedIndexBuildItem combined, BuildProducer<ReflectiveClassBuildItem> reflective) {
        IndexView index = combined.getIndex();
        for (AnnotationInstance annotation : index.getAnnotations(LOCKED)) {
            methods(annotation.target())
                    .forEach(method ->
                            paths(annotation, method).forEach(path -> register(path, method, index, reflective)));
        }
    }

    /** None if a name is wrong, which the check says. */
    private static List<List<String>> paths(AnnotationInstance annotation, MethodInfo method) {
        try {
            return written(annotation, method).withoutPlaceholders().templates().stream()
                    .flatMap(name -> name.paths().stream())
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /** The method, or those of a class that have no annotation of their own. */
    private static List<MethodInfo> methods(AnnotationTarget target) {
        if (target.kind() == AnnotationTarget.Kind.METHOD) {
            return List.of(target.asMethod());
        }
        return target.asClass().methods().stream()
                .filter(method -> !method.isConstructor()
                        && !method.isStaticInitializer()
                        && !method.isSynthetic()
                        && !method.hasDeclaredAnnotation(LOCKED)
                        && (method.flags() & (Modifier.PRIVATE | Modifier.STATIC)) == 0)
                .toList();
    }

    private static void check(AnnotationInstance annotation, MethodInfo method) {
        WrittenLock written = written(annotation, method).withoutPlaceholders();
        List<NameTemplate> names = written.templates();
        var unused = written.settings();
        if (annotation.value().asStringArray().length == 0) {
            throw written.refused("it has no name: write one, such as @Locked(\"report\")", null);
        }
        if (method.parameterTypes().stream()
                .anyMatch(type -> type.name().toString().equals(CONTINUATION))) {
            throw written.refused(
                    "it is a suspending function, which can go on after it has returned: use lock.suspending() of"
                            + " lock-kotlin inside it",
                    null);
        }
        if (ResultKind.of(method.returnType().name().toString()) == ResultKind.STREAM
                && !QuarkusClassLoader.isClassPresentAtRuntime(REACTOR)) {
            throw written.refused("a stream needs Reactor: add io.projectreactor:reactor-core, or return a Uni", null);
        }
        names.forEach(name -> checkParameters(name, method, written));
    }

    private static void checkParameters(NameTemplate name, MethodInfo method, WrittenLock written) {
        List<String> parameters = parameters(method);
        if (parameters.size() < method.parametersCount()) {
            // Their names are not in the class file; at run time the first call says so.
            return;
        }
        name.paths().stream()
                .map(path -> path.get(0))
                .filter(Predicate.not(parameters::contains))
                .findFirst()
                .ifPresent(missing -> {
                    throw written.checks()
                            .refused(
                                    name.text(),
                                    "holds #{" + missing + "}, which is no parameter; there are " + parameters,
                                    null);
                });
    }

    private static List<String> parameters(MethodInfo method) {
        return IntStream.range(0, method.parametersCount())
                .mapToObj(method::parameterName)
                .filter(Objects::nonNull)
                .toList();
    }

    private static WrittenLock written(AnnotationInstance annotation, MethodInfo method) {
        AnnotationValue contention = annotation.value("onContention");
        return new WrittenLock(
                method.declaringClass().simpleName() + "." + method.name(),
                List.of(annotation.value().asStringArray()),
                contention == null ? OnContention.WAIT : OnContention.valueOf(contention.asEnum()),
                text(annotation, "waitAtMost"),
                text(annotation, "lease"),
                text(annotation, "minHold"),
                text(annotation, "maxHold"),
                text(annotation, "client"),
                type(method.returnType()));
    }

    private static String text(AnnotationInstance annotation, String member) {
        AnnotationValue value = annotation.value(member);
        return value == null ? "" : value.asString();
    }

    /** Only those that matter for the checks; {@code Object} stands for the others. */
    private static Class<?> type(Type type) {
        String name = type.name().toString();
        return switch (type.kind()) {
            case VOID -> void.class;
            case PRIMITIVE -> PRIMITIVES.getOrDefault(name, Object.class);
            default -> name.startsWith("java.util.") ? loaded(name) : Object.class;
        };
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return Object.class;
        }
    }

    private static void register(
            List<String> path, MethodInfo method, IndexView index, BuildProducer<ReflectiveClassBuildItem> reflective) {
        int parameter = parameters(method).indexOf(path.get(0));
        Type type = parameter < 0 ? null : method.parameterType(parameter);
        for (String property : path.subList(1, path.size())) {
            if (type == null) {
                return;
            }
            reflective.produce(ReflectiveClassBuildItem.builder(type.name().toString())
                    .methods()
                    .build());
            type = typeOf(property, index.getClassByName(type.name()));
        }
    }

    private static @Nullable Type typeOf(String property, @Nullable ClassInfo owner) {
        return owner == null
                ? null
                : ArgumentProperties.accessors(property).stream()
                        .map(accessor -> owner.method(accessor))
                        .filter(Objects::nonNull)
                        .map(MethodInfo::returnType)
                        .findFirst()
                        .orElse(null);
    }
}
