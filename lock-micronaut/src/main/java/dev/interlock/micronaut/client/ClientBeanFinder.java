// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import io.micronaut.context.BeanContext;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.exceptions.NonUniqueBeanException;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds a client of the application's own, without making it: making it may connect. */
public final class ClientBeanFinder {

    /** The name that picks one of several. */
    public static final String NAME = "locks";

    private ClientBeanFinder() {}

    /**
     * Takes the bean named {@value #NAME}, or else the only one, or the primary one.
     *
     * @param context where to look
     * @param type what to look for
     * @param <T> what to look for
     * @return gives the bean when it is needed; empty if there is none
     * @throws ConfigurationException if there are several and nothing says which
     */
    public static <T> Optional<Supplier<T>> find(BeanContext context, Class<T> type) {
        if (context.containsBean(type, Qualifiers.byName(NAME))) {
            return Optional.of(() -> context.getBean(type, Qualifiers.byName(NAME)));
        }
        try {
            Optional<BeanDefinition<T>> found = context.findBeanDefinition(type);
            return found.map(definition -> () -> context.getBean(type));
        } catch (NonUniqueBeanException e) {
            throw new ConfigurationException(
                    "there are several beans of type " + type.getName()
                            + " and nothing says which one keeps the locks: name it @Named(\"" + NAME
                            + "\"), or make it @Primary",
                    e);
        }
    }
}
