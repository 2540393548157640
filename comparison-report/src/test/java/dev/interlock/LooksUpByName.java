// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.regex.Pattern;

/**
 * Whether an access finds, at run time, a class, a member, a resource or a service that the code does not name: what a
 * native image only has if something registers it. Calls of frameworks that do so count as well.
 */
final class LooksUpByName extends DescribedPredicate<JavaAccess<?>> {

    /** By the class that declares the method; the pattern is for its name. */
    private static final Map<Class<?>, Pattern> JDK = Map.of(
            Class.class,
            Pattern.compile("forName|newInstance|getResource.*|getRecordComponents"
                    + "|get(Declared)?(Method|Field|Constructor|Classe)s?"),
            ServiceLoader.class,
            Pattern.compile("load.*"),
            MethodHandles.Lookup.class,
            Pattern.compile("(find|unreflect|define).*"),
            Module.class,
            Pattern.compile("getResource.*"),
            Proxy.class,
            Pattern.compile("newProxyInstance|getProxyClass"),
            ResourceBundle.class,
            Pattern.compile("getBundle"),
            Array.class,
            Pattern.compile("newInstance"));

    /** As above, for subclasses too. */
    private static final Map<Class<?>, Pattern> JDK_OR_BELOW = Map.of(
            ClassLoader.class,
            Pattern.compile("loadClass|getResource.*|getSystemResource.*"),
            Executable.class,
            Pattern.compile("invoke|newInstance|getParameters"),
            Field.class,
            Pattern.compile("[gs]et(Boolean|Byte|Char|Double|Float|Int|Long|Short)?"),
            AccessibleObject.class,
            Pattern.compile("(trySetA|setA)ccessible"),
            ObjectInputStream.class,
            Pattern.compile("<init>|readObject"),
            ObjectOutputStream.class,
            Pattern.compile("<init>|writeObject"),
            AtomicIntegerFieldUpdater.class,
            Pattern.compile("newUpdater"),
            AtomicLongFieldUpdater.class,
            Pattern.compile("newUpdater"),
            AtomicReferenceFieldUpdater.class,
            Pattern.compile("newUpdater"));

    /** Methods of frameworks, with the simple name of their class. */
    private static final Set<String> FRAMEWORKS = Set.of(
            "DefaultParameterNameDiscoverer.<init>",
            "MethodIntrospector.selectMethods",
            "MethodInvocationContext.getTargetMethod",
            "ReflectionUtils.doWithMethods",
            "ReflectionUtils.findMethod",
            "ReflectionUtils.invokeMethod",
            "SpelExpressionParser.<init>",
            "StandardEvaluationContext.<init>");

    LooksUpByName() {
        super("looks up by name");
    }

    @Override
    public boolean test(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getTarget().getName();
        return JDK.entrySet().stream()
                        .anyMatch(each -> owner.isEquivalentTo(each.getKey())
                                && each.getValue().matcher(name).matches())
                || JDK_OR_BELOW.entrySet().stream()
                        .anyMatch(each -> owner.isAssignableTo(each.getKey())
                                && each.getValue().matcher(name).matches())
                || FRAMEWORKS.contains(owner.getSimpleName() + "." + name);
    }
}
