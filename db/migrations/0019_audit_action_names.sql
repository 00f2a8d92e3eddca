-- The audit log named what happened in two ways ("order.shipped", "cancel_order"). Now every action is named
-- "room.happened". Entries can't be changed otherwise: the trigger that refuses it stands aside for this statement
-- (a fresh database has no trigger yet).

alter table admin_audit disable trigger user;

update admin_audit entry set action = renamed.now
  from (values
    ('product.create', 'product.created'),
    ('product.update', 'product.updated'),
    ('product.archive', 'product.archived'),
    ('product.delete', 'product.deleted'),
    ('products.import', 'products.imported'),
    ('order.note', 'order.note_added'),
    ('order.resend_confirmation', 'order.confirmation_resent'),
    ('orders.sync', 'orders.sync_started'),
    ('orders.sync_stop', 'orders.sync_stopped'),
    ('cancel_order', 'order.canceled'),
    ('refund_order', 'order.refunded'),
    ('resolve_attention', 'order.attention_resolved'),
    ('operation.retry', 'operation.retried'),
    ('operation.close', 'operation.closed'),
    ('event.retry', 'event.retried'),
    ('event.close', 'event.closed'),
    ('resolve_alert', 'alert.resolved'),
    ('settings.legal_text', 'settings.legal_text_changed'),
    ('settings.logo', 'settings.logo_changed'),
    ('message.mark', 'message.marked'),
    ('mail.retry', 'mail.retried'),
    ('mail.dismiss', 'mail.dismissed'),
    ('mail.test', 'mail.test_sent'),
    ('second_factor.on', 'second_factor.turned_on'),
    ('second_factor.off', 'second_factor.turned_off')
  ) as renamed (before, now)
  where entry.action = renamed.before;

alter table admin_audit enable trigger user;
