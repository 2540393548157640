// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.annotation.setting.NearestSettings;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * A property below {@code interlock} as it is written in a source, without its value, which may be a secret. Immutable.
 *
 * @param name its name
 * @param origin where it is written
 * @param isVariable whether it is an environment variable, which shows no difference between hyphens and dots
 * @param isShared whether other programs write into the source as well
 * @param isEmpty whether it has no value
 */
record WrittenProperty(
        ConfigurationPropertyName name, String origin, boolean isVariable, boolean isShared, boolean isEmpty) {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(InterlockProperties.PREFIX);
    private static final String NAMED = "named";
    private static final String CLIENTS = "clients";
    private static final String OPTIONS = "options";

    /** Of the tests of Interlock itself, which run in JVMs with such system properties. */
    private static final String TEST = "test";

    /** All such properties of the sources that can list theirs. */
    static Stream<WrittenProperty> in(ConfigurableEnvironment environment) {
        Stream.Builder<WrittenProperty> all = Stream.builder();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource listing) {
                String sourceName = source.getUnderlyingSource() instanceof PropertySource<?> underlying
                        ? underlying.getName()
                        : "";
                boolean variable = sourceName.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
                boolean shared =
                        variable || sourceName.equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
                listing.stream()
                        .filter(PREFIX::isAncestorOf)
                        .map(name -> of(name, source, variable, shared))
                        .forEach(all);
            }
        }
        return all.build();
    }

    private static WrittenProperty of(
            ConfigurationPropertyName name, ConfigurationPropertySource source, boolean variable, boolean shared) {
        var property = source.getConfigurationProperty(name);
        if (property == null) {
            return new WrittenProperty(name, String.valueOf(source.getUnderlyingSource()), variable, shared, true);
        }
        String origin = String.valueOf(property.getOrigin());
        return new WrittenProperty(
                name, origin, variable, shared, property.getValue().toString().isEmpty());
    }

    /** Returns whether some code reads it. */
    boolean isKnown() {
        List<String> parts = parts();
        if (parts.isEmpty() || parts.get(0).equals(TEST)) {
            return true;
        }
        // A block without settings is allowed.
        return isEmpty ? isGroup(parts) : isOfClient(parts, KnownProperties.ofMainClient());
    }

    private boolean isGroup(List<String> parts) {
        return Set.of(NAMED, CLIENTS, OPTIONS).contains(parts.get(0))
                || isOfClient(parts, KnownProperties.ofMainClient())
                || KnownProperties.ofMainClient().stream()
                        .anyMatch(known -> uniform(known).startsWith(joined(parts) + separator()));
    }

    private boolean isOfClient(List<String> parts, List<String> known) {
        return switch (parts.get(0)) {
            case OPTIONS -> parts.size() > 1;
            case NAMED -> parts.size() > 2 && isOneOf(KnownProperties.ofNamedLock(), parts.subList(2, parts.size()));
            case CLIENTS ->
                parts.size() > 2 && isOfClient(parts.subList(2, parts.size()), KnownProperties.ofFurtherClient());
            default -> isOneOf(known, parts);
        };
    }

    private boolean isOneOf(List<String> known, List<String> parts) {
        String written = joined(parts);
        return known.stream().anyMatch(each -> uniform(each).equals(written));
    }

    /** The parts below {@code interlock}, in lower case and without hyphens and indexes. */
    private List<String> parts() {
        ConfigurationPropertyName whole =
                name.isLastElementIndexed() && name.isNumericIndex(name.getNumberOfElements() - 1)
                        ? name.getParent()
                        : name;
        return IntStream.range(1, whole.getNumberOfElements())
                .mapToObj(index -> whole.getElement(index, Form.UNIFORM).toLowerCase(Locale.ROOT))
                .toList();
    }

    private String joined(List<String> parts) {
        return String.join(separator(), parts);
    }

    private String uniform(String known) {
        String plain = known.replace("-", "");
        return isVariable ? plain.replace(".", "") : plain;
    }

    private String separator() {
        return isVariable ? "" : ".";
    }

    /** The known properties that it may mean; none if all are too different. The main client's go first. */
    List<String> nearest() {
        List<String> parts = parts();
        String start = InterlockProperties.PREFIX + ".";
        String client = start + CLIENTS + "." + block(parts) + ".";
        return Stream.of(
                        below(start, KnownProperties.ofMainClient()),
                        below(start + NAMED + "." + block(parts) + ".", KnownProperties.ofNamedLock()),
                        below(client, KnownProperties.ofFurtherClient()),
                        below(
                                client + NAMED + "."
                                        + block(parts.stream().skip(2).toList()) + ".",
                                KnownProperties.ofNamedLock()))
                .map(candidates -> NearestSettings.of(name.toString(), candidates))
                .filter(nearest -> !nearest.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static Stream<String> below(String start, List<String> known) {
        return known.stream().map(start::concat);
    }

    private static String block(List<String> parts) {
        return parts.size() > 1 ? parts.get(1) : "NAME";
    }

    /** What is wrong with it, for people. */
    String text() {
        List<String> nearest = nearest();
        String hint = nearest.isEmpty()
                ? "all that there are is listed in docs/spring-boot.md of Interlock."
                : nearest.stream().collect(Collectors.joining(" or ", "did you mean ", "?"));
        return name + " is no property (" + origin + "): " + hint;
    }
}
