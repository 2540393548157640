// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.core.naming.NameUtils;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A setting of locks as somebody wrote it, without its value, which may be a secret. Immutable.
 *
 * @param written its name in the source
 * @param name its name as Micronaut reads it; of a variable the one with dots for underscores
 * @param origin where it stands
 * @param isVariable whether it is one of the environment
 * @param isEmpty whether there is no value
 */
record WrittenSetting(String written, String name, String origin, boolean isVariable, boolean isEmpty) {

    /**
     * What Kubernetes and Docker's links set for each service that is called {@code locks}, or {@code locks-} and more:
     * see "Discovering services" in the documentation of Kubernetes.
     */
    private static final Pattern OF_A_SERVICE = Pattern.compile("LOCKS_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT"
            + "|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    /** All settings of locks that a source has. */
    static Stream<WrittenSetting> in(PropertySource source) {
        boolean variables = source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE;
        String origin = source.getOrigin().location();
        return StreamSupport.stream(source.spliterator(), false)
                .flatMap(key -> variables ? variable(key, origin) : property(key, source.get(key), origin));
    }

    private static Stream<WrittenSetting> variable(String key, String origin) {
        String name = key.toLowerCase(Locale.ENGLISH).replace('_', '.');
        boolean ours = name.startsWith(KnownSettings.START)
                && !OF_A_SERVICE.matcher(key).matches();
        return ours ? Stream.of(new WrittenSetting(key, name, origin, true, false)) : Stream.empty();
    }

    private static Stream<WrittenSetting> property(String key, @Nullable Object value, String origin) {
        String name = NameUtils.hyphenate(key, true);
        return (name + ".").startsWith(KnownSettings.START) ? nested(key, name, value, origin) : Stream.empty();
    }

    /** A map stands for the properties below its name, whose own names Micronaut takes as they are. */
    private static Stream<WrittenSetting> nested(String key, String name, @Nullable Object value, String origin) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .flatMap(entry ->
                            nested(key + "." + entry.getKey(), name + "." + entry.getKey(), entry.getValue(), origin));
        }
        boolean empty = value == null || value.toString().isEmpty();
        return Stream.of(new WrittenSetting(key, name, origin, false, empty));
    }

    /** Whether its name begins so, whatever of it is a hyphen. */
    boolean startsWith(String block) {
        return isVariable ? KnownSettings.dotted(name).startsWith(KnownSettings.dotted(block)) : name.startsWith(block);
    }

    /** This name, spelt as what it is compared with. */
    String compared() {
        return isVariable ? KnownSettings.asVariable(name) : name;
    }

    /** The name of a known setting, spelt as this one is. */
    String spelt(String known) {
        return isVariable ? KnownSettings.asVariable(known) : known;
    }
}
