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
 * A setting of locks as written in a source, without its value, which may be a secret. Immutable.
 *
 * @param written its name in the source
 * @param name its name as Micronaut reads it; for an environment variable with dots instead of underscores
 * @param origin the location of the source
 * @param isVariable whether it is an environment variable
 * @param isEmpty whether it has no value
 */
record WrittenSetting(String written, String name, String origin, boolean isVariable, boolean isEmpty) {

    /**
     * The variables that Kubernetes and Docker links set for each service named {@code locks} or {@code locks-...}: see
     * "Discovering services" in the documentation of Kubernetes.
     */
    private static final Pattern OF_A_SERVICE = Pattern.compile("LOCKS_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT"
            + "|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    /** All settings of locks in a source. */
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

    /** A map stands for the properties below its name. Micronaut uses the names in the map unchanged. */
    private static Stream<WrittenSetting> nested(String key, String name, @Nullable Object value, String origin) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .flatMap(entry ->
                            nested(key + "." + entry.getKey(), name + "." + entry.getKey(), entry.getValue(), origin));
        }
        boolean empty = value == null || value.toString().isEmpty();
        return Stream.of(new WrittenSetting(key, name, origin, false, empty));
    }

    /** Returns whether the name starts with a block, with hyphens or dots. */
    boolean startsWith(String block) {
        return isVariable ? KnownSettings.dotted(name).startsWith(KnownSettings.dotted(block)) : name.startsWith(block);
    }

    /** This name in the spelling in which it is compared. */
    String compared() {
        return isVariable ? KnownSettings.asVariable(name) : name;
    }

    /** A known setting in the spelling of this one. */
    String spelt(String known) {
        return isVariable ? KnownSettings.asVariable(known) : known;
    }
}
