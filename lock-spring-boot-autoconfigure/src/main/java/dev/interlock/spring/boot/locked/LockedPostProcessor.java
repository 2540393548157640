// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Puts the lock around the annotated methods of each bean, outside of the advice that the bean has already. Beans with
 * an annotation that cannot be kept are refused at the start. Thread-safe.
 */
final class LockedPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    private static final long serialVersionUID = 1L;

    /** After the creators of proxies for transactions and caches, and before that of {@code @Async}. */
    private static final int ORDER = LOWEST_PRECEDENCE - 100;

    private transient @Nullable AnnotatedMethods methods;

    LockedPostProcessor() {
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
        setOrder(ORDER);
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        super.setBeanFactory(beanFactory);
        AnnotatedMethods found = new AnnotatedMethods(
                new AnnotationReader(text -> ((ConfigurableBeanFactory) beanFactory).resolveEmbeddedValue(text)));
        this.methods = found;
        this.advisor = new DefaultPointcutAdvisor(
                new Annotated(), new LockedInterceptor((AutowireCapableBeanFactory) beanFactory, found));
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (methods != null) {
            try {
                Class<?> beanClass = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
                if (Proxy.isProxyClass(bean.getClass())) {
                    methods.checkProxied(bean.getClass().getInterfaces(), beanClass);
                } else {
                    methods.check(beanClass);
                }
            } catch (IllegalArgumentException e) {
                throw new BeanCreationException(beanName, String.valueOf(e.getMessage()), e);
            }
        }
        return super.postProcessAfterInitialization(bean, beanName);
    }

    /** Methods that have the annotation, or whose class has it. */
    private static final class Annotated extends StaticMethodMatcherPointcut {

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return method.getDeclaringClass() != Object.class
                    && AnnotatedMethods.annotation(ClassUtils.getMostSpecificMethod(method, targetClass), targetClass)
                            .isPresent();
        }
    }
}
