// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The application's beans of a type, one of which keeps the locks.
 *
 * @param beans all beans
 * @param type the type
 * @param <T> the type
 */
record BeansOfType<T>(ListableBeanFactory beans, Class<T> type) {

    /** The name that selects one of several. */
    private static final String NAME = "locks";

    List<String> names() {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false));
    }

    /**
     * Selects a bean.
     *
     * @param wanted its name; null selects the one named {@value #NAME}, or the only or primary one
     * @throws LockConfigurationException if no bean has that name, or nothing selects one of several
     */
    T select(@Nullable String wanted) {
        List<String> names = names();
        if (wanted != null && !names.contains(wanted)) {
            throw new LockConfigurationException(
                    "interlock.bean is '" + wanted + "' but the beans of type " + type.getName() + " are "
                            + String.join(", ", names),
                    "Set interlock.bean to one of them.",
                    null);
        }
        String name = wanted == null && names.contains(NAME) ? NAME : wanted;
        if (name != null) {
            return beans.getBean(name, type);
        }
        T only = beans.getBeanProvider(type).getIfUnique();
        if (only == null) {
            throw new LockConfigurationException(
                    "there are several beans of type " + type.getName() + " (" + String.join(", ", names)
                            + ") and nothing says which one keeps the locks",
                    "Set interlock.bean to the name of one, or call it '" + NAME + "', or make it @Primary.",
                    null);
        }
        return only;
    }
}
