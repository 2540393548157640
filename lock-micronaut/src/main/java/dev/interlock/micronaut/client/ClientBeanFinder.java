// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import io.micronaut.context.BeanContext;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.exceptions.NonUniqueBeanException;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds a client bean of the application without creating it, because creation may connect. */
public final class ClientBeanFinder {

    /** The bean name that selects one of several. */
    public static final String NAME = "locks";

    private ClientBeanFinder() {}

    /**
     * Finds the bean named {@value #NAME}, or else the only or primary one.
     *
     * @param context the beans
     * @param type the type of the bean
     * @param <T> the type of the bean
     * @return a supplier that creates the bean when it is needed; empty if there is none
     * @throws ConfigurationException if there are several and none is selected
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
